import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as transform from '@fw/transform'
import type * as compiler from '@fw/transform/build'
import { TransformNotInstalled } from './errors.ts'

/** `@fw/transform`, which reads the application's source. Throws `TransformNotInstalled`. */
export function loadTransform(folder: string) {
  return load<typeof transform>('@fw/transform', folder)
}

/** The part of it that builds. Throws `TransformNotInstalled`. */
export function loadCompiler(folder: string) {
  return load<typeof compiler>('@fw/transform/build', folder)
}

/** Lets Node import the application's source; a built application does without. */
export async function registerTransform(folder: string): Promise<void> {
  if (isTransformInstalled(folder)) await load('@fw/transform/register', folder)
}

export function isTransformInstalled(folder: string): boolean {
  return resolve('@fw/transform', folder) !== undefined
}

async function load<Module>(door: string, folder: string): Promise<Module> {
  const file = resolve(door, folder)
  if (file === undefined) throw new TransformNotInstalled(folder)
  return await import(/* @vite-ignore */ pathToFileURL(file).href)
}

/** It is the application that depends on it, and only while it is developed. */
function resolve(door: string, folder: string): string | undefined {
  for (const from of [join(folder, 'package.json'), import.meta.url]) {
    try {
      return createRequire(from).resolve(door)
    } catch (error) {
      if (!isNotInstalled(error)) throw error
    }
  }
  return undefined
}

function isNotInstalled(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND'
}
