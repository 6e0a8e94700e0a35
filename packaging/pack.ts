import { resolve } from 'node:path'
import { kilobytes } from './kilobytes.ts'
import { packPackages } from './pack-packages.ts'

/** `npm run pack -- <folder>` writes the tarballs of all packages to a folder, `packed` unless named. */
for (const { file, packedSize, unpackedSize } of await packPackages(
  resolve(process.argv[2] ?? 'packed'),
)) {
  console.log(`${file}  ${kilobytes(packedSize)} packed, ${kilobytes(unpackedSize)} unpacked`)
}
