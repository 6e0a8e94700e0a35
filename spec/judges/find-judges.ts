import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Judge } from './judge.ts'

/** Loads the judges, in the order of their names: each folder here exports one from its `judge.ts`. */
export async function findJudges(): Promise<Judge[]> {
  return Promise.all(
    findJudgeFolders().map(async (folder) => {
      const file = new URL(`${folder}/judge.ts`, import.meta.url)
      const module = (await import(file.href)) as { readonly judge: Judge }
      return module.judge
    }),
  )
}

/** The folders that have a judge, sorted. */
export function findJudgeFolders(): string[] {
  return globSync('*/judge.ts', { cwd: import.meta.dirname })
    .map(dirname)
    .sort()
}
