import {
  attribute,
  type Constraint,
  type int,
  type OperationAttribute,
  Query,
} from '@fw/core'
import type { RouteAttribute } from '@fw/core'

class EvenConstraint implements Constraint {
  validate(value: unknown): string | null {
    return typeof value === 'number' && value % 2 === 0
      ? null
      : 'must be even.'
  }

  jsonSchema() {
    return { multipleOf: 2 }
  }
}
export const Even = attribute(EvenConstraint)

class ReportAttribute implements RouteAttribute {
  constructor(private readonly name: string) {}

  httpMethod(): string {
    return 'POST'
  }

  path(): string {
    return `/reports/${this.name}`
  }

  status(): number {
    return 202
  }
}
export const Report = attribute(ReportAttribute)

class DeprecatedAttribute implements OperationAttribute {
  openApi() {
    return { deprecated: true } as const
  }
}
export const Deprecated = attribute(DeprecatedAttribute)

export class Reports {
  @Report('sales')
  @Deprecated()
  sales(@Query() @Even() days: int = 2) {
    return { days }
  }
}
