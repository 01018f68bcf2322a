# SPDX-License-Identifier: MIT
"""secrecy_of_three.py - the law of secrets holds where three processes share the matches and a proxy asks them in turn."""
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'server'))
import secrecy  # noqa: E402
from processes import Three  # noqa: E402

if __name__ == '__main__':
    secrecy.main(Three)
