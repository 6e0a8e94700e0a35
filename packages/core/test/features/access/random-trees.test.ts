import { array, assert, asyncProperty, constantFrom, option, record, subarray } from 'fast-check'
import {
  AnyRole,
  AnyScope,
  Authenticated,
  Get,
  InvalidAccess,
  Principal,
  Public,
  Roles,
  Scheme,
  Scopes,
  type Class,
  type Credential,
  type CredentialPlace,
} from '@fw/core'
import { expect, test } from 'vitest'
import { guardedKernel } from './guarded.ts'

const attributes = { Authenticated, AnyRole, AnyScope, Roles, Scopes }

interface Use {
  readonly kind: keyof typeof attributes | 'Public'
  readonly names: readonly string[]
}

interface Caller {
  readonly scheme: string
  readonly scopes: readonly string[]
  readonly roles: readonly string[]
}

/**
 * The declaration at each location. A method is named after the class that declares it; all of them
 * have `over`.
 */
interface Tree {
  readonly top: readonly Use[]
  readonly middle: readonly Use[]
  readonly page: readonly Use[]
  readonly inTop: readonly Use[]
  readonly inMiddle: readonly Use[]
  readonly inPage: readonly Use[]
  readonly overTop: readonly Use[]
  readonly overPage: readonly Use[]
}

// The model.

const isPublic = (uses: readonly Use[]) => uses.some(({ kind }) => kind === 'Public')
const requirementsIn = (uses: readonly Use[]) => uses.filter(({ kind }) => kind !== 'Public')

function cannotBoot(tree: Tree): boolean {
  const classes = [tree.top, tree.middle, tree.page]
  const methods = [tree.inTop, tree.inMiddle, tree.inPage, tree.overPage]
  const isBoth = [...classes, ...methods].some(
    (uses) => isPublic(uses) && requirementsIn(uses).length > 0,
  )
  const isSilent = requirementsIn(tree.overTop).length > 0 && tree.overPage.length === 0
  const isVain = (own: readonly Use[]) =>
    !isPublic(own) && isPublic(tree.page) && requirementsIn(classes.flat()).length > 0
  const isShut = (own: readonly Use[]) =>
    !isPublic(own) &&
    !['user', 'key'].some((scheme) =>
      requirementsIn([...classes.flat(), ...own]).every(
        (use) =>
          use.kind !== 'Authenticated' || use.names.length === 0 || use.names.includes(scheme),
      ),
    )
  return isBoth || isSilent || methods.some(isVain) || methods.some(isShut)
}

function isAllowed(
  tree: Tree,
  own: readonly Use[],
  caller: Caller | null,
  isOpen: boolean,
): boolean {
  if (isPublic(own) || (isPublic(tree.page) && own.length === 0)) return true
  const needs = requirementsIn([...tree.top, ...tree.middle, ...tree.page, ...own])
  if (needs.length === 0 && isOpen) return true
  return caller !== null && needs.every((use) => fits(use, caller))
}

function fits({ kind, names }: Use, { scheme, scopes, roles }: Caller): boolean {
  if (kind === 'Authenticated') return names.length === 0 || names.includes(scheme)
  const held = kind.endsWith('Role') || kind === 'Roles' ? roles : scopes
  return kind.startsWith('Any')
    ? names.some((name) => held.includes(name))
    : names.every((name) => held.includes(name))
}

// The tested declarations.

/** Its credentials say who it is. */
class Telling extends Scheme {
  constructor(readonly reads: CredentialPlace) {
    super()
  }

  authenticate({ text }: Credential): Principal {
    const [scopes = '', roles = ''] = text.split('_')
    return new Principal({
      id: text,
      scopes: scopes.slice(1).split(''),
      roles: roles.slice(1).split(''),
    })
  }
}

function put(uses: readonly Use[], target: object, member?: string): void {
  for (const { kind, names } of uses) {
    const decorate = kind === 'Public' ? Public() : attributes[kind](...names)
    decorate(target, member)
  }
}

function grow(tree: Tree): Class {
  abstract class Top {
    @Get('/top')
    top() {
      return 'in'
    }

    @Get('/over')
    over() {
      return 'in'
    }
  }
  abstract class Middle extends Top {
    @Get('/middle')
    middle() {
      return 'in'
    }
  }
  class Page extends Middle {
    @Get('/page')
    page() {
      return 'in'
    }

    @Get('/over')
    override over() {
      return 'in'
    }
  }
  put(tree.top, Top)
  put(tree.middle, Middle)
  put(tree.page, Page)
  put(tree.inTop, Top.prototype, 'top')
  put(tree.overTop, Top.prototype, 'over')
  put(tree.inMiddle, Middle.prototype, 'middle')
  put(tree.inPage, Page.prototype, 'page')
  put(tree.overPage, Page.prototype, 'over')
  return Page
}

function headersOf(caller: Caller | null): HeadersInit {
  if (!caller) return {}
  const text = `s${caller.scopes.join('')}_r${caller.roles.join('')}`
  return caller.scheme === 'key' ? { 'x-key': text } : { authorization: `Bearer ${text}` }
}

const held = subarray(['a', 'b', 'c'])
const some = subarray(['a', 'b', 'c'], { minLength: 1, maxLength: 2 })
const kinds = constantFrom('AnyRole', 'AnyScope', 'Roles', 'Scopes') as never
const requirement = record<Use>({ kind: kinds, names: some })
const authenticated = record<Use>({
  kind: constantFrom('Authenticated'),
  names: subarray(['user', 'key']),
})
const open = constantFrom<Use[]>([{ kind: 'Public', names: [] }])
const place = constantFrom(0, 0, 0, 1, 1, 2, 3).chain((kind) => {
  if (kind === 0) return constantFrom<Use[]>([])
  if (kind === 1) return open
  if (kind === 2) return array(authenticated, { maxLength: 2 })
  return array(requirement, { maxLength: 2 })
})
const trees = record<Tree>({
  top: place,
  middle: place,
  page: place,
  inTop: place,
  inMiddle: place,
  inPage: place,
  overTop: place,
  overPage: place,
})
const callers = array(
  option(record<Caller>({ scheme: constantFrom('user', 'key'), scopes: held, roles: held })),
  { minLength: 4, maxLength: 4 },
)

test('the access granted equals that of a model of twenty lines', async () => {
  let booted = 0
  const statuses = new Set<number>()
  await assert(
    asyncProperty(
      trees,
      callers,
      constantFrom('authenticated', 'public'),
      async (tree, all, by) => {
        const schemes = {
          user: new Telling({ authorization: 'Bearer' }),
          key: new Telling({ header: 'X-Key' }),
        }
        const boot = () => guardedKernel([grow(tree)], { schemes, default: by as 'public' })
        if (cannotBoot(tree)) return void expect(boot).toThrow(InvalidAccess)
        const { kernel } = boot()
        booted += 1
        const routes = [
          ['/top', tree.inTop],
          ['/middle', tree.inMiddle],
          ['/page', tree.inPage],
          ['/over', tree.overPage],
        ] as const
        for (const caller of [null, ...all]) {
          for (const [path, own] of routes) {
            const request = new Request(`http://localhost${path}`, { headers: headersOf(caller) })
            const { status } = await kernel.fetch(request)
            statuses.add(status)
            const isIn = isAllowed(tree, own, caller, by === 'public')
            expect([path, caller, status === 200]).toEqual([path, caller, isIn])
          }
        }
      },
    ),
    { numRuns: 400 },
  )
  expect(booted).toBeGreaterThan(80)
  expect([...statuses].toSorted()).toEqual([200, 401, 403])
})
