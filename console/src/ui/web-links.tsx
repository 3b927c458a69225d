/** Only addresses of the web become links: the text of a finding or a rule is not trusted. */
export function WebLinks({ links }: { links: readonly string[] }) {
  const safe = links.filter((link) => /^https?:\/\//i.test(link));
  if (safe.length === 0) return null;
  return (
    <ul class="stack tight small">
      {safe.map((link) => (
        <li key={link}>
          <a class="break" href={link} target="_blank" rel="noopener noreferrer">
            {link}
          </a>
        </li>
      ))}
    </ul>
  );
}
