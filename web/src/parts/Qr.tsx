// SPDX-License-Identifier: MIT
// Qr.tsx - an address as a QR code: for a phone on the other side of the table.
import { useEffect, useState } from "preact/hooks";
import { t } from "../words";
import { Dialog } from "./basic";

const quiet = 4; // modules of white around a code, which readers want

/** The code as one path of its dark modules; null: not made yet. */
function useCode(url: string): { size: number; d: string } | null {
  const [code, setCode] = useState<{ size: number; d: string } | null>(null);
  useEffect(() => {
    let wanted = true;
    void import("uqr").then(({ encode }) => {
      const { size, data } = encode(url, { ecc: "M", border: 0 });
      const runs = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x + quiet} ${y + quiet}h1v1h-1z` : [])));
      if (wanted) setCode({ size: size + 2 * quiet, d: runs.join("") });
    });
    return () => void (wanted = false);
  }, [url]);
  return code;
}

/** A button that shows the code of an address. */
export function QrButton({ url, label }: { url: string; label: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="button" onClick={() => setOpen(true)} aria-label={t("qr_of", label)}>
        {t("qr")}
      </button>
      {open && (
        <Dialog title={t("qr_of", label)} onClose={() => setOpen(false)}>
          <QrPicture url={url} label={label} />
          <p>{t("qr_says")}</p>
        </Dialog>
      )}
    </>
  );
}

function QrPicture({ url, label }: { url: string; label: string }) {
  const code = useCode(url);
  if (!code) return null;
  return (
    <svg class="qr" viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={t("qr_of", label)} shape-rendering="crispEdges">
      <rect width={code.size} height={code.size} />
      <path d={code.d} />
    </svg>
  );
}
