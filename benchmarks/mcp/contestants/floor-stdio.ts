// The floor over stdio: lines in, lines out, and a handwritten handler with the same checks.
import { isUtf8 } from 'node:buffer'
import { answerText } from './by-hand.ts'

let rest: Buffer = Buffer.alloc(0)
process.stdin.on('data', (chunk: Buffer) => {
  const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
  let answers = ''
  let start = 0
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
    const line = bytes.subarray(start, end)
    if (isUtf8(line)) answers += `${answerText(line.toString()).text}\n`
    start = end + 1
  }
  rest = bytes.subarray(start)
  if (answers !== '') process.stdout.write(answers)
})
