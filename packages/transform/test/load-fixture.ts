import { createRequire } from 'node:module'
import '../src/hooks.ts'

/** Loads a fixture, which the sources of the transform compile in this process. */
export const loadFixture = createRequire(new URL('fixtures/', import.meta.url))
