/** A name without a declaration. */
export interface Missing {
  readonly kind: 'missing'
  readonly reason: string
  readonly remedy: string
  /** True if its module exists, but cannot be parsed. */
  readonly isInvalid?: boolean
}

export const missingMember: Missing = {
  kind: 'missing',
  reason: 'it is neither declared nor imported',
  remedy: 'correct the name after the "=" of its import',
}

export function missingModule(specifier: string, isInvalid = false): Missing {
  if (isInvalid) {
    return {
      kind: 'missing',
      reason: `the module of the import "${specifier}" is not valid`,
      remedy: 'correct that module',
      isInvalid,
    }
  }
  return /^[.#]/.test(specifier)
    ? {
        kind: 'missing',
        reason: `there is no file for the import "${specifier}"`,
        remedy: 'correct the path of the import',
      }
    : {
        kind: 'missing',
        reason: `the package of the import "${specifier}" is not installed`,
        remedy: 'install it, or use a relative path or "imports" of package.json',
      }
}

export function missingExport(name: string, specifier: string): Missing {
  return {
    kind: 'missing',
    reason: `"${specifier}" has no export named "${name}"`,
    remedy: 'export it there, or correct the import',
  }
}
