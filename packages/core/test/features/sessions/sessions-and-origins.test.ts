import { Application, type Class, type int, Post, SameOrigin, Session, Sessions } from '@fw/core'
import { MemorySessions } from '@fw/core/web'
import { expect, test } from 'vitest'
import { sessionKernel } from '../middleware/visiting.ts'

class Visit {
  constructor(public count: int = 0) {}
}

class Pages {
  @Post('/count')
  count(session: Session<Visit>) {
    session.data.count += 1
  }

  @SameOrigin({ trusted: ['https://friend.example'] })
  @Post('/trusting')
  trusting(session: Session<Visit>) {
    session.data.count += 1
  }

  @SameOrigin(false)
  @Post('/open')
  open(session: Session<Visit>) {
    session.data.count += 1
  }

  @Post('/none')
  none() {}
}

@Application()
@Sessions(Visit)
class Shop {}

const kernelOf = (...types: Class[]) => sessionKernel(types, new MemorySessions()).kernel

const own = { 'sec-fetch-site': 'same-origin' }
const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
const friend = { 'sec-fetch-site': 'cross-site', origin: 'https://friend.example' }

test.each([
  ['/count', own, 204],
  ['/count', {}, 204],
  ['/count', foreign, 403],
  ['/count', friend, 403],
  ['/trusting', foreign, 403],
  ['/trusting', friend, 204],
  ['/open', foreign, 204],
  ['/none', foreign, 204],
] as const)('a request with %s and %o gives %i', async (path, headers, status) => {
  const request = new Request(`https://shop.example${path}`, { method: 'POST', headers })
  const response = await kernelOf(Shop, Pages).fetch(request)
  expect(response.status).toBe(status)
  if (status === 403) expect(response.headers.getSetCookie()).toEqual([])
})

test('the document shows which routes refuse other origins', async () => {
  const document = await kernelOf(Shop, Pages).fetch(new Request('http://localhost/openapi.json'))
  const { paths } = (await document.json()) as {
    paths: Record<string, { post: { responses: object } }>
  }
  const refusing = Object.keys(paths).filter((path) => '403' in (paths[path]?.post.responses ?? {}))
  expect(refusing.toSorted()).toEqual(['/count', '/trusting'])
})
