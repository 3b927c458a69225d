/** Marks that change how text reads without being seen: direction, joiners, tags, control characters. */
const unseen = /[\p{Cf}\p{Cc}]/u;
const parts = /([\p{Cf}\p{Cc}])/u;

/** A text of somebody else's, with what would be invisible in it written out. */
export function Visible({ text }: { text: string }) {
  if (!unseen.test(text)) return <>{text}</>;
  return (
    <>
      {text.split(parts).map((part, i) =>
        unseen.test(part) && part !== '\t' ? (
          <span class="hidden-mark" key={i}>
            U+{part.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}
          </span>
        ) : (
          part
        ),
      )}
    </>
  );
}
