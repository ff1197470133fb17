import * as z from 'zod';

/** A language model that a program of this machine serves. */
export interface LocalModel {
  /** The program that serves it. */
  readonly program: string;
  /** The name for the settings, as `provider/model`. */
  readonly model: string;
  readonly baseUrl: string;
}

/** A program that serves models, and where it listens by default. */
export interface ModelProgram {
  readonly program: string;
  /** Where it lists its models. */
  readonly list: string;
  readonly baseUrl: string;
}

/** By their documented default ports. All three speak OpenAI's interface. */
const modelPrograms: readonly ModelProgram[] = [
  { program: 'Ollama', list: 'http://127.0.0.1:11434/api/tags', baseUrl: 'http://127.0.0.1:11434/v1' },
  { program: 'LM Studio', list: 'http://127.0.0.1:1234/v1/models', baseUrl: 'http://127.0.0.1:1234/v1' },
  { program: 'llama.cpp', list: 'http://127.0.0.1:8080/v1/models', baseUrl: 'http://127.0.0.1:8080/v1' },
];

const Name = z.string().regex(/^[\w./:@+-]{1,200}$/);

/** Ollama names its models, the others identify them as OpenAI does. */
const Listing = z.union([
  z.object({ models: z.array(z.object({ name: Name })) }).transform(({ models }) => models.map(({ name }) => name)),
  z.object({ data: z.array(z.object({ id: Name })) }).transform(({ data }) => data.map(({ id }) => id)),
]);

/** These only turn texts into vectors. */
const NOT_FOR_CHAT = /embed|bge-|minilm|rerank/i;

const ASK_MS = 1_000;
const MAX_BYTES = 1_000_000;
const MOST = 20;

/** The models that programs of this machine serve now. A port without such a program has none. */
export async function localModels(programs = modelPrograms): Promise<readonly LocalModel[]> {
  return (await Promise.all(programs.map(modelsOf))).flat();
}

async function modelsOf({ program, list, baseUrl }: ModelProgram): Promise<readonly LocalModel[]> {
  try {
    const response = await fetch(list, { signal: AbortSignal.timeout(ASK_MS), redirect: 'error' });
    if (!response.ok || Number(response.headers.get('content-length') ?? 0) > MAX_BYTES) return [];
    const names = Listing.parse(await response.json());
    const usable = names.filter((name) => !NOT_FOR_CHAT.test(name)).slice(0, MOST);
    return usable.map((name) => ({ program, model: `openai/${name}`, baseUrl }));
  } catch {
    // Nothing listens there, or another program, whose response is none of these.
    return [];
  }
}
