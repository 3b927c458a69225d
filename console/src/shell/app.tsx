import { useEffect } from 'preact/hooks';
import { resume, session } from '../api/session.ts';
import { Waiting } from '../ui/waiting.tsx';
import { CurrentPage } from './current-page.tsx';
import { Navigation } from './navigation.tsx';
import { SignIn } from './sign-in.tsx';

export function App() {
  useEffect(() => {
    void resume();
  }, []);
  if (session.value === undefined) return <Waiting what="Signing in" />;
  if (session.value === null) return <SignIn />;
  return (
    <div class="frame">
      <Navigation />
      <CurrentPage />
    </div>
  );
}
