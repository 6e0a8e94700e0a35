import type { Rule } from './rule.ts'
import { attributeCalled } from './rules/attribute-called.ts'
import { awaitDispatch } from './rules/await-dispatch.ts'
import { constraintFits } from './rules/constraint-fits.ts'
import { duplicateRoute } from './rules/duplicate-route.ts'
import { exportClass } from './rules/export-class.ts'
import { jobProperties } from './rules/job-properties.ts'
import { placeholder } from './rules/placeholder.ts'
import { readableType } from './rules/readable-type.ts'
import { returnType } from './rules/return-type.ts'

export type { Rule, RuleContext } from './rule.ts'

const rules: Readonly<Record<string, Rule>> = {
  'readable-type': readableType,
  'attribute-called': attributeCalled,
  'export-class': exportClass,
  placeholder,
  'duplicate-route': duplicateRoute,
  'constraint-fits': constraintFits,
  'return-type': returnType,
  'job-properties': jobProperties,
  'await-dispatch': awaitDispatch,
}

const meta = { name: '@fw/lint' }

/** The plugin for oxlint and ESLint. `configs.recommended` enables all of its rules in ESLint. */
const plugin = {
  meta,
  rules,
  configs: {
    recommended: {
      plugins: { '@fw/lint': { meta, rules } },
      rules: Object.fromEntries(Object.keys(rules).map((name) => [`@fw/lint/${name}`, 'error'])),
    },
  },
}

export { plugin as default }
