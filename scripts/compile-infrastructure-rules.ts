// Writes rules/infrastructure/compiled/ and rules/supply-chain/compiled.json from the rule files; tests fail while they differ.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { compileRuleFiles } from '../src/scan/engines/infrastructure/rules/compile-rules.ts';
import { compiledFolder } from '../src/scan/engines/infrastructure/rules/rule-library.ts';
import { compileSupplyChainRules } from '../src/scan/engines/supply-chain/compile-rules.ts';
import { supplyChainFolder } from '../src/scan/engines/supply-chain/supply-chain-rules.ts';

rmSync(compiledFolder, { recursive: true, force: true });
mkdirSync(compiledFolder);
const packs = compileRuleFiles();
for (const [file, text] of packs) writeFileSync(new URL(file, compiledFolder), text);
writeFileSync(new URL('compiled.json', supplyChainFolder), compileSupplyChainRules());
console.log(`rules/infrastructure/compiled: ${packs.size} files; rules/supply-chain/compiled.json`);
