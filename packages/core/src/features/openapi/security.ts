import { InvalidAuthentication } from '../access/errors.ts'
import type { Authentication } from '../access/authentication.ts'
import type { ChainPlan } from '../../http/target-planner.ts'
import type { Route } from '../../http/routing/route.ts'
import { readManifest } from '../../base/platform/application-manifest.ts'
import { isOperationAttribute } from './decorators.ts'

/** The security schemes of an application, by the names that operations refer to. */
export type SecuritySchemes = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** Returns the security schemes of an application; undefined without `Authentication`. */
export function securitySchemes(
  authentication: Authentication | undefined,
): SecuritySchemes | undefined {
  if (!authentication) return undefined
  const all = Array.from(authentication.schemes, ([name, scheme]) => [name, scheme.openApi()])
  return Object.fromEntries(all) as SecuritySchemes
}

/** Throws `InvalidAuthentication` if `security` is declared manually although an `Authentication` provides it. */
export function refuseManualSecurity(plans: ReadonlyMap<Route, ChainPlan>, root: string): void {
  const { security, components } = (readManifest(root).fw?.openapi ?? {}) as ManualSecurity
  if (security ?? components?.['securitySchemes']) refuse('package.json, under fw.openapi,')
  for (const [route, { middleware, declared }] of plans) {
    const sources = [...middleware.map(({ type }) => type), ...declared].filter(
      isOperationAttribute,
    )
    if (!sources.some((source) => source.openApi(route).security)) continue
    const { class: owner, method } = route.declaration
    refuse(`${owner.name}.${method.name} (${method.at})`)
  }
}

interface ManualSecurity {
  readonly security?: unknown
  readonly components?: Readonly<Record<string, unknown>>
}

function refuse(owner: string): never {
  throw new InvalidAuthentication(
    `${owner} declares security manually, but Authentication declares it for every operation. Remove it.`,
  )
}
