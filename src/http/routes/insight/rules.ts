import { z } from 'zod';
import { rulePage, ruleQuery, ruleView } from '../../../contract/insight/rule-schemas.ts';
import { ServiceError } from '../../../kernel/errors.ts';
import type { RuleCatalogue } from '../../../scan/catalogue/rule-catalogue.ts';
import type { CataloguedRule } from '../../../scan/model/catalogued-rule.ts';
import { decodeCursor, encodeCursor } from '../../cursor.ts';
import { type Route, route } from '../../route.ts';

/** The rules of the scanner. They are the same for every tenant. */
export function ruleRoutes(catalogue: RuleCatalogue): Route[] {
  return [
    route({
      name: 'listRules',
      method: 'GET',
      path: '/v1/security/rules',
      scope: 'scan:read',
      tag: 'security',
      summary: 'List the built-in rules of the scanner, by id.',
      query: ruleQuery,
      response: rulePage,
      errors: ['invalid_cursor'],
      handle: async ({ principal: { tenantId }, query: { cursor, limit, q, ...filter } }) => {
        const after = cursor === undefined ? undefined : decodeCursor('rules', tenantId, cursor);
        const { items, next, total } = await catalogue.list({ ...filter, text: q }, { after, limit });
        return {
          items: items.map(row),
          ...(next !== undefined && { nextCursor: encodeCursor('rules', tenantId, next) }),
          total,
        };
      },
    }),
    route({
      name: 'getRule',
      method: 'GET',
      path: '/v1/security/rules/:id',
      scope: 'scan:read',
      tag: 'security',
      summary: 'Get a rule with its examples: what it finds, and what it does not.',
      params: z.object({ id: z.string().max(200).describe('The id of the rule.') }),
      response: ruleView,
      errors: ['not_found'],
      handle: async ({ params }) => {
        const rule = await catalogue.find(params.id);
        if (!rule) throw new ServiceError('not_found', 'No built-in rule with this id.');
        const { description, suggestion, references = [], examples } = rule;
        return { ...row(rule), description, suggestion, references, examples };
      },
    }),
  ];
}

function row({ id, engine, title, severity, confidence, category, cwe, languages }: CataloguedRule) {
  return { id, engine, title, severity, confidence, category, cwe, languages };
}
