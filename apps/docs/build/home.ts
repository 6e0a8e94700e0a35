/** The home of the site: what fw is, by the opening of the README with its program. */
export function homePage(readme: string): string {
  const [, opening = ''] = /^# .*\n\n([^]*?)\n\n```/.exec(readme) ?? []
  const [program = ''] = /^```ts\n[^]*?^```$/m.exec(readme) ?? []
  const [session = ''] = /^```console\n[^]*?^```$/m.exec(readme) ?? []
  const [first = '', ...rest] = opening.replaceAll('\n', ' ').split(/(?<=\.) /)
  return `---
layout: home
title: fw
titleTemplate: A web framework for TypeScript
---

<div class="opening">
<div class="words">

# ${first.replace(/\.$/, '')}

${rest.join(' ')}

\`\`\`sh
npm create fw@latest
\`\`\`

<div class="ways">

[Get started](getting-started.md) [Documentation](contents.md)

</div>

${session}

</div>
<div class="program">

${program}

</div>
</div>
`
}
