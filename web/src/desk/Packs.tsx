// SPDX-License-Identifier: MIT
// Packs.tsx - what each group is sent of a day: the text in parts and the picture, as they will look in a chat; links for one person each.
import { useEffect, useState } from "preact/hooks";
import { ApiError, apiUrl } from "../api";
import { mine } from "../device";
import { LinkField, Loading, Message } from "../parts/basic";
import { SeatMark } from "../parts/SeatMark";
import { seatTitle } from "../parts/people";
import { lang, t } from "../words";
import { ForChat } from "./copy";
import { sidesOf } from "./Eyes";
import type { MasterStore } from "./store";
import { w } from "./say";

interface Report {
  readonly round: number;
  readonly parts: readonly string[];
}

/** The report of a day for a whole side, or for those eyes that are of none; an error says why there is none. */
function useReport(desk: MasterStore, as: string, day: number | null) {
  const [report, setReport] = useState<Report | null>(null);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const language = lang.value;
  const ply = desk.now.value?.ply;
  useEffect(() => {
    setReport(null);
    setFailure(null);
    let wanted = true;
    const side = sidesOf(desk.now.peek()!).find(({ seat }) => seat === as)?.side;
    const url = apiUrl(`/matches/${desk.match}/report`, { ...(side ? { side } : { as }), ...(day === null ? {} : { round: day }) });
    fetch(url, { headers: { Authorization: `Bearer ${desk.asks.token}`, Accept: "application/json" } })
      .then(async (answer) => {
        const body: unknown = await answer.json();
        if (!answer.ok) throw new ApiError(answer.status, body as ConstructorParameters<typeof ApiError>[1]);
        if (wanted) setReport(body as Report);
      })
      .catch((cause: unknown) => wanted && cause instanceof ApiError && setFailure(cause));
    return () => void (wanted = false);
  }, [as, day, ply, language]);
  return { report, failure };
}

/** As an address with all of it inside: the page's policy takes no others. */
function dataOf(file: File): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => fail(reader.error ?? new Error("unreadable"));
    reader.readAsDataURL(file);
  });
}

/** The map as those eyes know it, as a file: a PNG, or an SVG where this server draws none. null: not there yet, or no map. */
function usePicture(desk: MasterStore, as: string, day: number | null) {
  const [file, setFile] = useState<File | null>(null);
  const [url, setUrl] = useState<string | null>(null);
  const language = lang.value;
  const ply = desk.now.value?.ply;
  useEffect(() => {
    let wanted = true;
    setFile(null);
    setUrl(null);
    const ask = async (kind: "png" | "svg") => {
      const where = apiUrl(`/matches/${desk.match}/map.${kind}`, { as, ...(day === null ? {} : { round: day }) });
      const answer = await fetch(where, { headers: { Authorization: `Bearer ${desk.asks.token}` } });
      return answer.ok ? new File([await answer.blob()], `map.${kind}`, { type: answer.headers.get("content-type") ?? "" }) : null;
    };
    const fetchIt = async () => {
      const drawn = desk.pictures.peek() ? await ask("png") : null;
      if (!drawn && wanted) desk.pictures.value = false;
      const picture = drawn ?? (await ask("svg"));
      if (!picture) return;
      const data = await dataOf(picture);
      if (!wanted) return;
      setFile(picture);
      setUrl(data);
    };
    fetchIt().catch(() => undefined); // without a picture, then
    return () => void (wanted = false);
  }, [as, day, ply, language]);
  return { file, url };
}

async function copyPicture(file: File): Promise<boolean> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ [file.type]: file })]);
    return true;
  } catch {
    return false;
  }
}

/** `text`: the day's words, which a device that shares sends with it. */
function Picture({ desk, as, day, name, text }: { desk: MasterStore; as: string; day: number | null; name: string; text: string }) {
  const { file, url } = usePicture(desk, as, day);
  const [copied, setCopied] = useState<boolean | null>(null);
  if (!file || !url) return <p class="soft">{w("picture_coming")}</p>;
  const whole = { files: [file], text };
  const share = text && navigator.canShare?.(whole) ? () => void navigator.share(whole).catch(() => undefined) : null;
  return (
    <figure class="pack-picture">
      <img src={url} width={270} height={338} alt={w("picture_of", name)} />
      <figcaption class="row">
        <button type="button" class="button small" onClick={() => void copyPicture(file).then(setCopied)}>
          {copied ? t("copied") : w("copy_picture")}
        </button>
        <a class="button small" href={url} download={`${name}-${day ?? "now"}.${file.name.split(".")[1]}`}>
          {w("save_picture")}
        </a>
        {share && (
          <button type="button" class="button small" onClick={share}>
            {w("share_pack")}
          </button>
        )}
        {copied === false && <span role="status">{w("picture_not_copied")}</span>}
      </figcaption>
    </figure>
  );
}

function Pack({ desk, as, day, name }: { desk: MasterStore; as: string; day: number | null; name: string }) {
  const { report, failure } = useReport(desk, as, day);
  return (
    <div class="pack" role="group" aria-label={name}>
      {failure && <Message kind="warn">{failure.body.text}</Message>}
      {!report && !failure && <Loading />}
      <div class="pack-texts">
        {report?.parts.map((part, i) => (
          <ForChat key={i} text={part} label={report.parts.length > 1 ? w("part_of", name, i + 1) : name} />
        ))}
      </div>
      <Picture desk={desk} as={as} day={day} name={name} text={report?.parts.join("\n\n") ?? ""} />
    </div>
  );
}

/** Each person's own link, beside the name, where this device knows it: never in the group's words. */
function OwnLinks({ desk, seats }: { desk: MasterStore; seats: readonly string[] }) {
  const links = mine.value[desk.match]?.links ?? [];
  const people = desk.now.value!.seats.filter(({ seat, who }) => seats.includes(seat) && who === "human");
  const known = people.filter(({ seat }) => links.some((one) => one.seat === seat));
  return (
    <details class="card">
      <summary>{w("own_links")}</summary>
      <p>{w("own_links_says")}</p>
      {known.length === 0 && <Message kind="info">{w("own_links_none")}</Message>}
      <ul class="plain links">
        {known.map((seat) => (
          <li key={seat.seat}>
            <p>
              <SeatMark seat={seat.seat} /> <strong>{seatTitle(seat)}</strong>
            </p>
            <LinkField url={links.find((one) => one.seat === seat.seat)!.url} label={t("link_of", seatTitle(seat))} />
          </li>
        ))}
      </ul>
    </details>
  );
}

export function PacksPanel({ desk }: { desk: MasterStore }) {
  const state = desk.now.value!;
  const sides = sidesOf(state);
  const [as, setAs] = useState(sides[0]?.seat ?? "none");
  const [day, setDay] = useState<number | null>(null);
  const name = as === "none" ? w("public") : (sides.find(({ seat }) => seat === as)?.name ?? as);
  const days = Array.from({ length: Math.max(0, state.round) + 1 }, (_, i) => state.round - i);
  return (
    <>
      <p>{w("packs_says")}</p>
      <div class="row">
        <div class="row" role="group" aria-label={w("pack_whose")}>
          {[...sides, { seat: "none", name: w("public") }].map((one) => (
            <button
              key={one.seat}
              type="button"
              class="button small"
              aria-pressed={one.seat === as}
              onClick={() => setAs(one.seat)}
            >
              {one.name}
            </button>
          ))}
        </div>
        <label class="pack-day">
          {w("day_head")}
          <select value={day ?? ""} onChange={({ currentTarget: { value } }) => setDay(value === "" ? null : Number(value))}>
            <option value="">{w("last_day")}</option>
            {days.map((one) => (
              <option key={one} value={one}>
                {w("day", one)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Pack key={`${as} ${day}`} desk={desk} as={as} day={day} name={name} />
      {as !== "none" && (
        <OwnLinks desk={desk} seats={state.sides?.find(({ seats }) => seats[0] === as)?.seats ?? []} />
      )}
    </>
  );
}
