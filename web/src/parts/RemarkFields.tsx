// SPDX-License-Identifier: MIT
// RemarkFields.tsx - a mark and a comment on a ply, to be written.
import { longestComment, marks, type Mark, type Remark } from "../remarks";
import { t } from "../words";

type Said = Pick<Remark, "mark" | "comment">;

export function RemarkFields({ remark, onChange }: { remark: Said; onChange: (said: Said) => void }) {
  const { mark, comment } = remark;
  return (
    <>
      <label>
        {t("analyse_mark")}
        <select value={mark} onChange={(event) => onChange({ mark: event.currentTarget.value as Mark, comment })}>
          <option value="">–</option>
          {marks.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </label>
      <label class="remark-words">
        {t("analyse_comment")}
        <input
          type="text"
          maxLength={longestComment}
          value={comment}
          onChange={(event) => onChange({ mark, comment: event.currentTarget.value })}
        />
      </label>
    </>
  );
}
