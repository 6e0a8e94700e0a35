import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packages, stagePackage } from './stage-package.ts'
import { writeDeclarations } from './write-declarations.ts'

export interface Packed {
  /** The name of the package. */
  readonly name: string
  readonly file: string
  /** In bytes. */
  readonly packedSize: number
  readonly unpackedSize: number
}

/** Writes the tarballs of all packages to a folder. Returns those first on which others depend. */
export async function packPackages(target: string): Promise<Packed[]> {
  const work = mkdtempSync(join(tmpdir(), 'fw-packing-'))
  try {
    const declarations = join(work, 'declarations')
    writeDeclarations(declarations)
    for (const name of packages) {
      await stagePackage(name, { declarations: join(declarations, name), stage: join(work, name) })
    }
    mkdirSync(target, { recursive: true })
    return pack(work, target)
  } finally {
    rmSync(work, { recursive: true })
  }
}

/** Starts npm once: it takes longer to start than to pack. */
function pack(work: string, target: string): Packed[] {
  const folders = packages.map((name) => `./${name}`)
  const output = execFileSync(
    'npm',
    ['pack', '--json', `--pack-destination=${target}`, ...folders],
    { cwd: work, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const packed = JSON.parse(output) as {
    name: string
    filename: string
    size: number
    unpackedSize: number
  }[]
  return packed.map(({ name, filename, size, unpackedSize }) => ({
    name,
    file: join(target, filename),
    packedSize: size,
    unpackedSize,
  }))
}
