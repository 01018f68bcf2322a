// SPDX-License-Identifier: MIT
// lazy.tsx - views and parts that one opens seldom come when they are opened, as a chunk of their own.
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Loading, Message } from "./parts/basic";
import { t } from "./words";

/**
 * Stands for a view until its chunk is there; for a part of one nothing does. A new release has other chunks: a reload finds them.
 */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { part = false } = {},
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Lazy(props: Props) {
    const [View, setView] = useState<ComponentType<Props> | null>(() => loaded);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (loaded) return;
      load().then(
        (view) => {
          loaded = view;
          setView(() => view);
        },
        () => setFailed(true),
      );
    }, []);
    if (View) return <View {...props} />;
    if (part && !failed) return null;
    const Frame = part ? "div" : "main";
    return (
      <Frame {...(part ? {} : { id: "content", class: "page" })}>
        {failed ? (
          <Message kind="bad" alert>
            {t("fault_load")}{" "}
            <button type="button" class="button" onClick={() => location.reload()}>
              {t("try_again")}
            </button>
          </Message>
        ) : (
          <Loading />
        )}
      </Frame>
    );
  };
}
