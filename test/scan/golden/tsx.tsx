import type { User } from './user';
export function Card({ user, html }: { user: User; html: string }) {
  const label: string = user.name as string;
  return (
    <div className={label} dangerouslySetInnerHTML={{ __html: html }}>
      {label}
    </div>
  );
}
