# SPDX-License-Identifier: MIT
"""exchanges_of_three.py - requests and answers are the same where three processes share the matches and a proxy asks them in turn, but for
what a proxy refuses itself, and for names of hosts, which behind a proxy are the proxy's to judge."""
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'server'))
import exchanges  # noqa: E402
from processes import Three  # noqa: E402

OF_THE_PROXY = ('errors.txt: another name of this machine', 'errors.txt: an encoding that nobody knows')

if __name__ == '__main__':
    exchanges.main(Three, OF_THE_PROXY, ('BAD_HOST',))
