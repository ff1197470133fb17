/** One value for each period, oldest first. `undefined` if the period has no data. */
export type Series = readonly (number | undefined)[];

export interface MathOptions {
  readonly length: number;
  /** The series of an id: of a metric, or of another expression. */
  readonly series: (id: string) => Series;
  readonly quotaOf: (id: string) => number;
  /** Whether FILL gives values for a series without a single one, which AWS does not document. */
  readonly fillsEmpty: boolean;
}

type Value = Series | readonly Series[];

/** The CloudWatch metric math that the alarms use. A period without an operand has no result. */
export function evaluateMath(expression: string, options: MathOptions): Series {
  const tokens = expression.match(/\d+(?:\.\d+)?|\w+|<=|>=|==|[-+*/<>(),[\]]/g) ?? [];
  const parser = new Parser(tokens, options);
  const value = parser.comparison();
  if (!parser.isDone || isList(value)) throw new Error(`no single time series: ${expression}`);
  return value;
}

class Parser {
  readonly #tokens: readonly string[];
  readonly #options: MathOptions;
  #next = 0;

  constructor(tokens: readonly string[], options: MathOptions) {
    this.#tokens = tokens;
    this.#options = options;
  }

  get isDone(): boolean {
    return this.#next === this.#tokens.length;
  }

  comparison(): Value {
    return this.#operation(['<', '>', '<=', '>=', '=='], () =>
      this.#operation(['+', '-'], () => this.#operation(['*', '/'], () => this.#operand())),
    );
  }

  #operation(operators: readonly string[], operand: () => Value): Value {
    let left = operand();
    for (let token = this.#peek(); token !== undefined && operators.includes(token); token = this.#peek()) {
      this.#take();
      left = combined(single(left), single(operand()), token);
    }
    return left;
  }

  #operand(): Value {
    const token = this.#take();
    if (/^\d/.test(token)) return this.#constant(Number(token));
    if (token === '(') return this.#until(')')[0] ?? fail('an empty pair of parentheses');
    if (token === '[') return this.#until(']').map(single);
    if (this.#peek() !== '(') return this.#options.series(token);
    this.#take();
    if (token === 'SERVICE_QUOTA') {
      const id = this.#take();
      this.#take();
      return this.#constant(this.#options.quotaOf(id));
    }
    return this.#call(token, this.#until(')'));
  }

  #until(end: string): Value[] {
    const values: Value[] = [];
    while (this.#peek() !== end) {
      values.push(this.comparison());
      if (this.#peek() === ',') this.#take();
    }
    this.#take();
    return values;
  }

  #call(name: string, [first = [], second = [], third = []]: readonly Value[]): Series {
    switch (name) {
      case 'IF':
        return single(first).map((condition, at) => {
          if (condition === undefined) return undefined;
          return condition === 0 ? single(third)[at] : single(second)[at];
        });
      case 'FILL': {
        const isEmpty = single(first).every((value) => value === undefined);
        return isEmpty && !this.#options.fillsEmpty
          ? single(first)
          : single(first).map((value, at) => value ?? single(second)[at]);
      }
      case 'RUNNING_SUM': {
        let sum = 0;
        return single(first).map((value) => {
          sum += value ?? 0;
          return value === undefined ? undefined : sum;
        });
      }
      case 'TIME_SERIES':
        return single(first);
      case 'SUM':
        return this.#across(first, (values) => values.reduce((sum, value) => sum + value, 0));
      case 'MAX':
        return this.#across(first, (values) => Math.max(...values));
      default:
        return fail(`the function ${name}`);
    }
  }

  /** A period has a value if any series has one. */
  #across(list: Value, reduce: (values: number[]) => number): Series {
    if (!isList(list)) return fail('a function across something that is no list');
    return Array.from({ length: this.#options.length }, (_, at) => {
      const values = list.map((series) => series[at]).filter((value) => value !== undefined);
      return values.length === 0 ? undefined : reduce(values);
    });
  }

  #constant(value: number): Series {
    return Array.from({ length: this.#options.length }, () => value);
  }

  #peek(): string | undefined {
    return this.#tokens[this.#next];
  }

  #take(): string {
    const token = this.#tokens[this.#next] ?? fail('the end of the expression');
    this.#next += 1;
    return token;
  }
}

const operations: Readonly<Record<string, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '<': (left, right) => Number(left < right),
  '>': (left, right) => Number(left > right),
  '<=': (left, right) => Number(left <= right),
  '>=': (left, right) => Number(left >= right),
  '==': (left, right) => Number(left === right),
};

function combined(left: Series, right: Series, operator: string): Series {
  const operate = operations[operator] ?? fail(`the operator ${operator}`);
  return left.map((value, at) => {
    const other = right[at];
    if (value === undefined || other === undefined || (operator === '/' && other === 0)) return undefined;
    return operate(value, other);
  });
}

function isList(value: Value): value is readonly Series[] {
  return value.some((item) => Array.isArray(item));
}

function single(value: Value): Series {
  return isList(value) ? fail('a list where one time series is expected') : value;
}

function fail(what: string): never {
  throw new Error(`metric math of the tests does not know ${what}`);
}
