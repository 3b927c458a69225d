export function Waiting({ what }: { what: string }) {
  return (
    <p class="waiting" role="status">
      {what}…
    </p>
  );
}
