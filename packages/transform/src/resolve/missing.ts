import { packageNameIn } from './packages.ts'

/** A name for which no declaration was found. */
export interface MissingDeclaration {
  readonly kind: 'missing'
  readonly reason: string
  readonly remedy: string
  /** True if the module exists but cannot be parsed. */
  readonly isInvalid?: boolean
}

export const missingMember: MissingDeclaration = {
  kind: 'missing',
  reason: 'it is neither declared nor imported',
  remedy: 'correct the name after the "=" of its import',
}

export function missingModule(specifier: string, isInvalid = false): MissingDeclaration {
  if (isInvalid) {
    return {
      kind: 'missing',
      reason: `the module of the import "${specifier}" is not valid`,
      remedy: 'correct that module',
      isInvalid,
    }
  }
  if (/^[.#]/.test(specifier)) {
    return {
      kind: 'missing',
      reason: `there is no file for the import "${specifier}"`,
      remedy: 'correct the path of the import',
    }
  }
  const name = packageNameIn(specifier)
  const otherwise = 'use a relative path or "imports" of package.json'
  return {
    kind: 'missing',
    reason: `the package of the import "${specifier}" is not installed`,
    remedy: name ? `run: npm install ${name}. For a file, ${otherwise}` : otherwise,
  }
}

export function missingExport(name: string, specifier: string): MissingDeclaration {
  return {
    kind: 'missing',
    reason: `"${specifier}" has no export named "${name}"`,
    remedy: 'export it there, or correct the import',
  }
}
