import { effect, signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

const kept = 'lorekeep-theme';
const first = localStorage.getItem(kept);

export const theme = signal<Theme>(first === 'light' || first === 'dark' ? first : 'system');

effect(() => {
  const { dataset } = document.documentElement;
  if (theme.value === 'system') {
    delete dataset['theme'];
    localStorage.removeItem(kept);
  } else {
    dataset['theme'] = theme.value;
    localStorage.setItem(kept, theme.value);
  }
});
