import { describe, expect, test } from 'vitest';
import { findingsIn } from '../../../../../../test/support/code-scan.ts';

/** How many commands are reported that a request puts together, in files where an object of `Share` runs one and an object of `Label` does not. */
async function commands(files: Record<string, string>): Promise<number> {
  const findings = await findingsIn(files);
  const ways = findings
    .filter(({ cwe }) => cwe.includes('CWE-78'))
    .map(({ trace }) => trace?.[0]?.file ?? '');
  return ways.filter((file) => /\b[aA]pp\.\w+$/.test(file)).length;
}

/** Ways to an object, in the words of a language: the same is asked for a class that runs a command, and for one that does not. */
function follows(ways: readonly string[], program: (way: string) => Record<string, string>): void {
  test.each(ways)('%s', async (way) => {
    expect(await commands(program(way))).toBe(1);
    expect(await commands(program(way.replaceAll('Share', 'Label').replaceAll('share', 'label')))).toBe(0);
  });
}

describe('Java: a method is called on what is got by', () => {
  const type = (name: string, body: string) => ({
    [`m/${name}.java`]: `package m;\npublic class ${name} {\n  public void mount(String x) throws Exception { ${body} }\n}\n`,
  });
  const box = (name: string, field: string) =>
    `private final Map<String, ${name}> ${field}s = new HashMap<>();\n  private ${name} ${field};\n  public ${name} get${name}(String id) { return ${field}s.get(id); }\n  public ${name} ${field}() { return registry.lookup(); }\n  public Optional<${name}> find${name}() { return Optional.empty(); }\n  public List<${name}> all${name}s() { return null; }\n  public Map<String, ${name}> by${name}() { return null; }\n`;
  const program = (way: string) => ({
    ...type('Share', 'Runtime.getRuntime().exec("mount " + x);'),
    ...type('Label', 'System.out.println(x);'),
    'm/Box.java': `package m;\nimport java.util.*;\npublic class Box {\n  private Registry registry;\n  ${box('Share', 'share')}  ${box('Label', 'label')}}\n`,
    'm/App.java': `package m;\nimport java.util.*;\nimport org.springframework.context.ApplicationContext;\nimport org.springframework.web.bind.annotation.*;\n@RestController public class App {\n  private Box box;\n  private ApplicationContext context;\n  private Map<String, Share> share;\n  private Map<String, Label> label;\n  @GetMapping("/") public void run(@RequestParam String x, Object it, List<Share> shares, List<Label> labels) throws Exception {\n    ${way}\n  }\n}\n`,
  });
  follows(
    [
      'box.getShare("a").mount(x);',
      'box.share().mount(x);',
      'box.findShare().get().mount(x);',
      'box.findShare().orElseThrow().mount(x);',
      'box.allShares().get(0).mount(x);',
      'box.byShare().get("a").mount(x);',
      'for (Share s : box.allShares()) s.mount(x);',
      'for (var s : box.allShares()) s.mount(x);',
      'box.allShares().forEach(s -> s.mount(x));',
      'shares.get(0).mount(x);',
      'shares.stream().filter(s -> s != null).findFirst().get().mount(x);',
      'share.get("a").mount(x);',
      'for (var s : share.values()) s.mount(x);',
      'Share s = box.getShare("a"); s.mount(x);',
      '((Share) it).mount(x);',
      'Share s = (Share) it; s.mount(x);',
      'context.getBean(Share.class).mount(x);',
    ],
    program,
  );
});

describe('C#: a method is called on what is got by', () => {
  const type = (name: string, body: string) => ({
    [`${name}.cs`]: `using System;\nusing System.Diagnostics;\npublic class ${name} {\n  public void Mount(string x) { ${body} }\n}\n`,
  });
  const box = (name: string) =>
    `private readonly Dictionary<string, ${name}> held${name} = new();\n  public ${name} Get${name}(string id) => held${name}[id];\n  public ${name} ${name}Held { get; set; }\n  public List<${name}> All${name}s() { return null; }\n  public Task<${name}> Load${name}() { return null; }\n`;
  const program = (way: string) => ({
    ...type('Share', 'Process.Start("/bin/sh", "-c \'mount " + x + "\'");'),
    ...type('Label', 'Console.WriteLine(x);'),
    'Box.cs': `using System.Collections.Generic;\nusing System.Threading.Tasks;\npublic class Box {\n  ${box('Share')}  ${box('Label')}}\n`,
    'App.cs': `using System;\nusing System.Linq;\nusing Microsoft.AspNetCore.Mvc;\npublic class AppController : Controller {\n  private readonly Box box;\n  private readonly IServiceProvider provider;\n  [HttpGet] public async Task<IActionResult> Run(string x) {\n    object it = provider;\n    ${way}\n    return Ok();\n  }\n}\n`,
  });
  follows(
    [
      'box.GetShare("a").Mount(x);',
      'box.ShareHeld.Mount(x);',
      'box.AllShares().First().Mount(x);',
      'box.AllShares()[0].Mount(x);',
      'foreach (var s in box.AllShares()) s.Mount(x);',
      'var s = await box.LoadShare(); s.Mount(x);',
      '((Share)it).Mount(x);',
      '(it as Share).Mount(x);',
      'provider.GetRequiredService<Share>().Mount(x);',
      'var s = provider.GetService<Share>(); s.Mount(x);',
    ],
    program,
  );
});

describe('TypeScript: a method is called on what is got by', () => {
  const type = (name: string, body: string) => ({
    [`src/${name.toLowerCase()}.ts`]: `import { exec } from 'child_process';\nexport class ${name} {\n  mount(x: string) { ${body} }\n}\n`,
  });
  const box = (name: string) =>
    `get${name}(id: string): ${name} { return this.all[id]; }\n  async load${name}(): Promise<${name}> { return this.all.x; }\n  all${name}s(): ${name}[] { return this.all; }\n  held${name}: Map<string, ${name}>;\n`;
  const program = (way: string) => ({
    ...type('Share', 'exec(`mount ${x}`);'),
    ...type('Label', 'console.log(x);'),
    'src/box.ts': `import { Share } from './share';\nimport { Label } from './label';\nexport class Box {\n  private all: any;\n  ${box('Share')}  ${box('Label')}}\n`,
    'src/app.ts': `import express from 'express';\nimport { Box } from './box';\nimport { Share } from './share';\nimport { Label } from './label';\nconst app = express();\nconst box = new Box();\napp.get('/', async (req, res) => {\n  const x = req.query.x as string;\n  const it: unknown = app.locals.it;\n  ${way}\n});\n`,
  });
  follows(
    [
      "box.getShare('a').mount(x);",
      'const s = await box.loadShare(); s.mount(x);',
      '(await box.loadShare()).mount(x);',
      'box.allShares()[0].mount(x);',
      'for (const s of box.allShares()) s.mount(x);',
      'box.allShares().forEach((s) => s.mount(x));',
      '(it as Share).mount(x);',
      'const s: Share = app.locals.held; s.mount(x);',
      'app.locals.container.resolve(Share).mount(x);',
      'app.locals.container.get<Share>("share").mount(x);',
    ],
    program,
  );
});

describe('Python: a method is called on what is got by', () => {
  const type = (name: string, body: string) => ({
    [`${name.toLowerCase()}.py`]: `import os\nclass ${name}:\n    def mount(self, x):\n        ${body}\n`,
  });
  const box = (name: string) =>
    `    def get_${name}(self, id) -> ${name}:\n        return self.all[id]\n    def find_${name}(self) -> Optional[${name}]:\n        return self.all.get('a')\n    def all_${name}s(self) -> list[${name}]:\n        return self.all\n    async def load_${name}(self) -> "${name} | None":\n        return self.all['a']\n`;
  const program = (way: string) => ({
    ...type('Share', "os.system('mount ' + x)"),
    ...type('Label', 'print(x)'),
    'box.py': `from typing import Optional\nfrom share import Share\nfrom label import Label\nclass Box:\n    def __init__(self):\n        self.all = load()\n${box('Share')}${box('Label')}`,
    'app.py': `from typing import cast, Optional\nfrom flask import Flask, request, current_app\nfrom box import Box\nfrom share import Share\nfrom label import Label\napp = Flask(__name__)\nbox = Box()\n@app.route('/')\nasync def run():\n    x = request.args['x']\n    it = current_app.extensions\n    ${way}\n`,
  });
  follows(
    [
      "box.get_Share('a').mount(x)",
      'box.find_Share().mount(x)',
      'box.all_Shares()[0].mount(x)',
      'for s in box.all_Shares(): s.mount(x)',
      's = await box.load_Share(); s.mount(x)',
      "s: Share = current_app.config['it']; s.mount(x)",
      "s: Optional[Share] = it['a']; s.mount(x)",
      'cast(Share, it).mount(x)',
      'it.container.get(Share).mount(x)',
    ],
    program,
  );
});

describe('PHP: a method is called on what is got by', () => {
  const type = (name: string, body: string) => ({
    [`src/${name}.php`]: `<?php\nnamespace App;\nclass ${name} {\n  public function mount($x) { ${body} }\n}\n`,
  });
  const box = (name: string) =>
    `  public function get${name}(string $id): ?${name} { return $this->all[$id]; }\n  /** @return ${name}[] */\n  public function all${name}s(): array { return $this->all; }\n  /** @return ${name} */\n  public function old${name}() { return $this->all['a']; }\n`;
  const program = (way: string) => ({
    ...type('Share', "shell_exec('mount ' . $x);"),
    ...type('Label', 'error_log($x);'),
    'src/Box.php': `<?php\nnamespace App;\nclass Box {\n  private $all;\n${box('Share')}${box('Label')}}\n`,
    'src/App.php': `<?php\nnamespace App;\nclass App {\n  private Box $box;\n  private $container;\n  /** @var Share */\n  private $share;\n  /** @var Label */\n  private $label;\n  public function run() {\n    $x = $_GET['x'];\n    ${way}\n  }\n  /**\n   * Mounts.\n   *\n   * @param Share $share where\n   * @param Label[] $labels\n   * @param \\App\\Label $label where\n   * @param Share[] $shares\n   */\n  public function mounted($share, $label, array $shares, array $labels) {\n    $x = $_GET['x'];\n    ${/^(?:foreach \(|)\$(?:share|label)/.test(way) ? way : ''}\n  }\n}\n`,
  });
  follows(
    [
      "$this->box->getShare('a')->mount($x);",
      '$this->box->allShares()[0]->mount($x);',
      'foreach ($this->box->allShares() as $s) $s->mount($x);',
      '$this->box->oldShare()->mount($x);',
      '$this->share->mount($x);',
      '/** @var Share $s */\n    $s = $this->container->it; $s->mount($x);',
      '$this->container->get(Share::class)->mount($x);',
      '$share->mount($x);',
      '$shares[0]->mount($x);',
      'foreach ($shares as $each) $each->mount($x);',
    ],
    program,
  );
});

describe('Go: a method is called on what is got by', () => {
  const type = (name: string, body: string) => ({
    [`store/${name.toLowerCase()}.go`]: `package store\n\nimport (\n\t"log"\n\t"os/exec"\n)\n\ntype ${name} struct{ id string }\n\nfunc (s *${name}) Mount(x string) {\n\t${body}\n}\n`,
  });
  const box = (name: string) =>
    `func (b *Box) Get${name}(id string) *${name} { return b.${name}s[id] }\nfunc (b *Box) All${name}s() []*${name} { return nil }\nfunc (b *Box) Load${name}(id string) (*${name}, error) { return b.${name}s[id], nil }\n`;
  const program = (way: string) => ({
    ...type('Share', 'exec.Command("sh", "-c", "mount "+x).Run()'),
    ...type('Label', 'log.Println(x, exec.ErrNotFound)'),
    'store/box.go': `package store\n\ntype Box struct {\n\tShares map[string]*Share\n\tLabels map[string]*Label\n}\n\n${box('Share')}${box('Label')}`,
    'api/app.go': `package api\n\nimport (\n\t"context"\n\t"net/http"\n\n\t"example.com/shop/store"\n)\n\ntype App struct {\n\tbox *store.Box\n\tctx context.Context\n}\n\nfunc (a *App) ServeHTTP(w http.ResponseWriter, r *http.Request) {\n\tx := r.URL.Query().Get("x")\n\t${way}\n}\n`,
  });
  follows(
    [
      'a.box.GetShare("a").Mount(x)',
      'a.box.AllShares()[0].Mount(x)',
      'for _, s := range a.box.AllShares() {\n\t\ts.Mount(x)\n\t}',
      's, err := a.box.LoadShare("a")\n\tif err != nil {\n\t\treturn\n\t}\n\ts.Mount(x)',
      'a.box.Shares["a"].Mount(x)',
      's := a.ctx.Value("it").(*store.Share)\n\ts.Mount(x)',
      's, ok := a.ctx.Value("it").(*store.Share)\n\tif ok {\n\t\ts.Mount(x)\n\t}',
      'var s *store.Share = a.ctx.Value("it")\n\ts.Mount(x)',
    ],
    program,
  );
});

describe('Kotlin: a method is called on what is got by', () => {
  const type = (name: string, body: string) => ({
    [`m/${name}.kt`]: `package m\nclass ${name} {\n  fun mount(x: String) { ${body} }\n}\n`,
  });
  const box = (name: string) =>
    `  fun get${name}(id: String): ${name}? = all[id] as ${name}?\n  fun all${name}s(): List<${name}> = emptyList()\n  val by${name}: Map<String, ${name}> = HashMap()\n  val held${name}: ${name} = registry.lookup()\n`;
  const program = (way: string) => ({
    ...type('Share', 'Runtime.getRuntime().exec("mount " + x)'),
    ...type('Label', 'println(x)'),
    'm/Box.kt': `package m\nclass Box(private val all: MutableMap<String, Any>, private val registry: Registry) {\n${box('Share')}${box('Label')}}\n`,
    'm/App.kt': `package m\nimport org.springframework.web.bind.annotation.*\n@RestController class App(private val box: Box, private val shares: List<Share>, private val labels: List<Label>) {\n  @GetMapping("/") fun run(@RequestParam x: String, it: Any) {\n    ${way}\n  }\n}\n`,
  });
  follows(
    [
      'box.getShare("a")!!.mount(x)',
      'box.getShare("a")?.mount(x)',
      'box.allShares().first().mount(x)',
      'box.allShares()[0].mount(x)',
      'for (s in box.allShares()) s.mount(x)',
      'box.allShares().forEach { it.mount(x) }',
      'box.allShares().forEach { s -> s.mount(x) }',
      'box.byShare["a"]?.mount(x)',
      'box.byShare.getValue("a").mount(x)',
      'box.heldShare.mount(x)',
      'shares.first { it != null }.mount(x)',
      '(it as Share).mount(x)',
      'val s = it as? Share ?: return\n    s.mount(x)',
      'if (it is Share) it.mount(x)',
      'if (it !is Share) return\n    it.mount(x)',
      'when (it) {\n      is Share -> it.mount(x)\n      else -> {}\n    }',
      'when (val s = box.getShare("a")) {\n      null -> {}\n      else -> s.mount(x)\n    }',
    ],
    program,
  );
});

describe('Python: an object is of the class that is asked for', () => {
  const program = (way: string) => ({
    'share.py': "import os\nclass Share:\n    def mount(self, x):\n        os.system('mount ' + x)\n",
    'label.py': 'class Label:\n    def mount(self, x):\n        print(x)\n',
    'state.py':
      'from share import Share\nfrom label import Label\nclass State:\n    share: Share\n    label: Label\n    shares: dict[str, Share]\n    labels: dict[str, Label]\nstate = State()\n',
    'app.py': `from flask import Flask, request, current_app\nfrom share import Share\nfrom label import Label\nfrom state import state\napp = Flask(__name__)\n@app.route('/')\ndef run():\n    x = request.args['x']\n    it = current_app.extensions['it']\n    ${way}\n`,
  });
  follows(
    [
      'state.share.mount(x)',
      "state.shares['a'].mount(x)",
      'for s in state.shares.values(): s.mount(x)',
      'if isinstance(it, Share): it.mount(x)',
      'if not isinstance(it, Share): return\n    it.mount(x)',
    ],
    program,
  );
});

describe('an object that a class or a module keeps for all:', () => {
  const java = (way: string) => ({
    'm/Share.java':
      'package m;\npublic class Share {\n  public static final Share ONE = new Share();\n  private static Share instance;\n  public static Share getInstance() { return instance; }\n  public void mount(String x) throws Exception { Runtime.getRuntime().exec("mount " + x); }\n}\n',
    'm/Label.java':
      'package m;\npublic class Label {\n  public static final Label ONE = new Label();\n  private static Label instance;\n  public static Label getInstance() { return instance; }\n  public void mount(String x) { System.out.println(x); }\n}\n',
    'm/Held.java':
      'package m;\npublic class Held {\n  static Share forShare = null;\n  static Label forLabel = null;\n}\n',
    'm/App.java': `package m;\nimport org.springframework.web.bind.annotation.*;\n@RestController public class App {\n  @GetMapping("/") public void run(@RequestParam String x) throws Exception {\n    ${way}\n  }\n}\n`,
  });
  follows(['Share.ONE.mount(x);', 'Share.getInstance().mount(x);', 'Held.forShare.mount(x);'], java);

  const csharp = (way: string) => ({
    'Share.cs':
      'using System.Diagnostics;\npublic class Share {\n  public static Share Instance { get; } = new Share();\n  public void Mount(string x) { Process.Start("/bin/sh", "-c \'mount " + x + "\'"); }\n}\n',
    'Label.cs':
      'using System;\npublic class Label {\n  public static Label Instance { get; } = new Label();\n  public void Mount(string x) { Console.WriteLine(x); }\n}\n',
    'App.cs': `using Microsoft.AspNetCore.Mvc;\npublic class AppController : Controller {\n  [HttpGet] public IActionResult Run(string x) {\n    ${way}\n    return Ok();\n  }\n}\n`,
  });
  follows(['Share.Instance.Mount(x);'], csharp);

  const typescript = (way: string) => ({
    'src/share.ts':
      "import { exec } from 'child_process';\nexport class Share {\n  static one = new Share();\n  mount(x: string) { exec(`mount ${x}`); }\n}\n",
    'src/label.ts':
      'export class Label {\n  static one = new Label();\n  mount(x: string) { console.log(x); }\n}\n',
    'src/held.ts':
      "import { Share } from './share';\nimport { Label } from './label';\nexport const share = new Share();\nexport const label: Label = new Label();\nexport const shares: Record<string, Share> = {};\nexport const labels: Record<string, Label> = {};\nexport const held = { share: new Share(), label: new Label() };\n",
    'src/app.ts': `import express from 'express';\nimport { share, label, shares, labels, held } from './held';\nimport { Share } from './share';\nimport { Label } from './label';\nconst app = express();\napp.get('/', (req, res) => {\n  const x = req.query.x as string;\n  const it: unknown = app.locals.it;\n  ${way}\n});\n`,
  });
  follows(
    [
      'share.mount(x);',
      "shares['a'].mount(x);",
      'Share.one.mount(x);',
      'held.share.mount(x);',
      'if (it instanceof Share) it.mount(x);',
      'if (!(it instanceof Share)) return;\n  it.mount(x);',
    ],
    typescript,
  );

  const python = (way: string) => ({
    'share.py': "import os\nclass Share:\n    def mount(self, x):\n        os.system('mount ' + x)\n",
    'label.py': 'class Label:\n    def mount(self, x):\n        print(x)\n',
    'held.py':
      'from share import Share\nfrom label import Label\nshare = Share()\nlabel = Label()\nshares: dict[str, Share] = {}\nlabels: dict[str, Label] = {}\n',
    'app.py': `from flask import Flask, request\nimport held\nfrom held import share, label, shares, labels\napp = Flask(__name__)\n@app.route('/')\ndef run():\n    x = request.args['x']\n    ${way}\n`,
  });
  follows(
    ['share.mount(x)', 'held.share.mount(x)', "shares['a'].mount(x)", "held.shares['a'].mount(x)"],
    python,
  );

  const go = (way: string) => ({
    'store/share.go':
      'package store\n\nimport "os/exec"\n\ntype Share struct{ id string }\n\nvar OneShare = &Share{id: "a"}\nvar Shares = map[string]*Share{}\n\nfunc (s *Share) Mount(x string) {\n\texec.Command("sh", "-c", "mount "+x).Run()\n}\n',
    'store/label.go':
      'package store\n\nimport "log"\n\ntype Label struct{ id string }\n\nvar OneLabel = &Label{id: "a"}\nvar Labels = map[string]*Label{}\n\nfunc (s *Label) Mount(x string) {\n\tlog.Println(x)\n}\n',
    'api/app.go': `package api\n\nimport (\n\t"net/http"\n\n\t"example.com/shop/store"\n)\n\nfunc Run(w http.ResponseWriter, r *http.Request) {\n\tx := r.URL.Query().Get("x")\n\t${way}\n}\n`,
  });
  follows(['store.OneShare.Mount(x)', 'store.Shares["a"].Mount(x)'], go);
});
