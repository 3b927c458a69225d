/**
 * Small labelled programs, one behind the other in a text file:
 *
 *     == 89 bad what is to be found
 *     statements of the entry point
 *     -- members
 *     what stands beside it
 *     -- file Other.java
 *     another file of the program
 *
 * The number is the weakness (CWE) that must, or must not, be reported. With `-- whole` right behind the heading the lines are the file
 * itself; else they are put into the frame that the suite's name stands for.
 */
export interface Program {
  cwe: number;
  bad: boolean;
  title: string;
  files: Array<{ path: string; text: string }>;
}

export function readPrograms(suite: string, text: string): Program[] {
  const frame = frames.find(({ suites }) => suites.test(suite));
  if (!frame) throw new Error(`No frame for ${suite}`);
  return text
    .split(/^== /m)
    .slice(1)
    .map((block) => {
      const [heading = '', ...rest] = block.split('\n');
      const [, cwe, kind, title] = /^(\d+) (bad|good) (.+)$/.exec(heading)!;
      const parts: Array<[string, string[]]> = [['body', []]];
      for (const line of rest) {
        const option = /^-- (.+)$/.exec(line);
        if (option) parts.push([option[1]!, []]);
        else parts.at(-1)![1].push(line);
      }
      const part = (name: string) => (parts.find(([key]) => key === name)?.[1] ?? []).join('\n');
      const main = parts.some(([key]) => key === 'whole')
        ? part('whole')
        : frame.fill(part('body'), part('members'));
      const others = parts
        .filter(([key]) => key.startsWith('file '))
        .map(([key, lines]) => ({ path: key.slice('file '.length), text: `${lines.join('\n')}\n` }));
      return {
        cwe: Number(cwe),
        bad: kind === 'bad',
        title: `${title} (CWE-${cwe})`,
        files: [{ path: frame.path, text: main }, ...others],
      };
    });
}

interface Frame {
  suites: RegExp;
  path: string;
  fill: (body: string, members: string) => string;
}

const whole = (body: string) => body;
const frames: readonly Frame[] = [
  {
    suites: /^java-servlets/,
    path: 'Page.java',
    fill: (body, members) => `package app;

import java.io.*;
import java.util.*;
import javax.servlet.*;
import javax.servlet.http.*;

@WebServlet("/page")
public class Page extends HttpServlet {
  @Override
  public void doPost(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
    response.setContentType("text/html;charset=UTF-8");
${body}
  }
${members}
}
`,
  },
  { suites: /^java/, path: 'Page.java', fill: whole },
  { suites: /^kotlin/, path: 'Page.kt', fill: whole },
  { suites: /^csharp/, path: 'Page.cs', fill: whole },
  { suites: /^php/, path: 'Page.php', fill: whole },
];
