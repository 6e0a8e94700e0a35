import { applicationServices } from './requirements/application-services.ts'
import { binding } from './requirements/binding.ts'
import { client } from './requirements/client.ts'
import { constraints } from './requirements/constraints.ts'
import { hydrator } from './requirements/hydrator.ts'
import { mcp } from './requirements/mcp.ts'
import { newProjects } from './requirements/new-projects.ts'
import { observability } from './requirements/observability.ts'
import { openapi } from './requirements/openapi.ts'
import { operations } from './requirements/operations.ts'
import { packages } from './requirements/packages.ts'
import { pingpong } from './requirements/pingpong.ts'
import { query } from './requirements/query.ts'
import { responses } from './requirements/responses.ts'
import { routing } from './requirements/routing.ts'
import { rules } from './requirements/rules.ts'
import { typeInformation } from './requirements/type-information.ts'

/** Every rule of the interface: a stable id and one sentence. Tests cite the id through `verifies`. */
export const requirements = {
  ...packages,
  ...typeInformation,
  ...constraints,
  ...hydrator,
  ...rules,
  ...routing,
  ...binding,
  ...responses,
  ...openapi,
  ...client,
  ...mcp,
  ...query,
  ...observability,
  ...applicationServices,
  ...operations,
  ...pingpong,
  ...newProjects,
} as const

export type RequirementId = keyof typeof requirements
