/**
 * Returns the Markdown of a page as the site shows it: file names are the titles of code blocks, and
 * commands that install packages have a tab for each package manager.
 */
export function toSiteMarkdown(text: string): string {
  return withBothSchemes(withoutFileLines(text)).replaceAll(
    /^```sh\n((?:npm install .*\n)+)```$/gm,
    (_, commands: string) => packageManagerTabs(commands),
  )
}

/** The title of a code block shows the file, so the line above it is not needed. */
function withoutFileLines(text: string): string {
  return text.replaceAll(/^`[^`\n]+`:\n\n(?=```\w+ \S)/gm, '')
}

/** A screenshot has a file for each color scheme; pages name the light one. */
function withBothSchemes(text: string): string {
  return text.replaceAll(
    /^!\[([^\]]+)\]\((pictures\/[\w-]+)-light\.png\)$/gm,
    '<img class="only-light" src="./$2-light.png" alt="$1">\n<img class="only-dark" src="./$2-dark.png" alt="$1">',
  )
}

const managers: readonly (readonly [name: string, install: string, development: string])[] = [
  ['npm', 'npm install', '--save-dev'],
  ['pnpm', 'pnpm add', '-D'],
  ['yarn', 'yarn add', '-D'],
  ['bun', 'bun add', '-d'],
]

function packageManagerTabs(commands: string): string {
  const tabs = managers.map(([name, install, development]) => {
    const lines = commands.replaceAll('npm install', install).replaceAll('--save-dev', development)
    return `\`\`\`sh [${name}]\n${lines}\`\`\``
  })
  return `::: code-group\n\n${tabs.join('\n\n')}\n\n:::`
}

/**
 * Returns the title of a code block: the file of a snippet, as the reader calls it. Undefined for
 * sessions, and for blocks without a file.
 */
export function titleOf(info: string): string | undefined {
  const [, language, target] = /^(\w+) ([\w./-]+)/.exec(info) ?? []
  if (language === 'console' || target === undefined || target.endsWith('.txt')) return undefined
  return target
    .replace(/^(apps\/)?[\w-]+\//, '')
    .replace('example.env', '.env')
    .replace(/\.\d+\.ts$/, '.ts')
}
