const keys = [
  ['j', 'next'],
  ['k', 'previous'],
  ['f', 'false positive'],
  ['a', 'accept the risk'],
  ['o', 'open again'],
] as const;

/** Which keys decide, for whoever does not know them yet. */
export function Keys() {
  return (
    <p class="row small quiet keys">
      {keys.map(([key, what]) => (
        <span key={key}>
          <kbd>{key}</kbd> {what}
        </span>
      ))}
    </p>
  );
}
