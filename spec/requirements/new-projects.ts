export const newProjects = {
  'create.templates':
    'A new project of each template installs, passes its check and its tests, is built, and serves, with npm and with pnpm.',
  'create.questions':
    'create-fw asks only in a terminal and only where no flag was given; what was not said has a default, which is printed.',
  'create.words':
    'A word that create-fw does not know ends it with exit code 2; so does a Node that it does not support.',
  'create.foreign-files':
    'A folder that holds more than .git, a licence and a README is refused, and the files are named.',
  'create.interrupted': 'A run of create-fw that is interrupted removes what it wrote.',
  'create.failed-install':
    'An installation that fails leaves the files, prints its command, and ends with exit code 1.',
  'create.versions': 'A new project names exact releases: those that were tested together.',
  'create.repository': 'create-fw makes a repository of git, but not inside of another.',
  'create.json':
    'With --json create-fw prints folder, files and next commands as JSON on standard output, and nothing else.',
  'create.add':
    'create-fw add writes missing files, changes package.json alone, and overwrites nothing.',
  'docs.site':
    'The site of the documentation is built by one command, has no dead link, and asks no other origin.',
  'docs.reference': 'Every public export has a summary, and stands in the reference.',
  'docs.for-agents':
    'The site has llms.txt, llms-full.txt and each page as Markdown; fw ships AGENTS.md and its documentation.',
  'docs.search': 'The search of the site works without a service.',
  'docs.releases':
    'Each release of the documentation stays below its number, with a switch between them.',
} as const
