import { type Theme, theme } from './theme.ts';

export function ThemeChoice() {
  return (
    <label class="field">
      <span>Colours</span>
      <select
        value={theme.value}
        onChange={(event) => {
          theme.value = event.currentTarget.value as Theme;
        }}
      >
        <option value="system">As the system</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
    </label>
  );
}
