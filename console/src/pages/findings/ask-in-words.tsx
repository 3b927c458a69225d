import { ask } from '../../shell/router.ts';

/** Looks for open findings by a question, in place of the list. */
export function AskInWords({ words }: { words: string }) {
  return (
    <form
      class="row filters"
      aria-label="Ask"
      onSubmit={(event) => {
        event.preventDefault();
        ask({ words: String(new FormData(event.currentTarget as HTMLFormElement).get('words')).trim() });
      }}
    >
      <label class="field grow">
        <span>Ask in words</span>
        <input
          type="search"
          name="words"
          key={words}
          defaultValue={words}
          maxLength={2_000}
          placeholder="Have we had SSRF in the billing service?"
        />
      </label>
      <button type="submit" class="button">
        Ask
      </button>
      {words && (
        <button type="button" class="button plain" onClick={() => ask({ words: undefined })}>
          Back to the list
        </button>
      )}
    </form>
  );
}
