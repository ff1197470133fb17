/**
 * The providers with the interfaces of OpenAI, by the prefixes of model names, with their default URLs. From the
 * package litellm 1.105.7 (`get_llm_provider`) and, for the prefixes `openhands` and `digitalocean`, from openhands-sdk
 * 1.58.2, with the names of which agents call models. Null: the owner names the URL.
 */
export const openAiProviders: Readonly<Record<string, string | null>> = {
  openai: 'https://api.openai.com/v1',
  baseten: 'https://inference.baseten.co/v1',
  cerebras: 'https://api.cerebras.ai/v1',
  codestral: 'https://codestral.mistral.ai/v1',
  custom_openai: null,
  dashscope: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
  deepinfra: 'https://api.deepinfra.com/v1/openai',
  deepseek: 'https://api.deepseek.com/beta',
  digitalocean: 'https://inference.do-ai.run/v1',
  featherless_ai: 'https://api.featherless.ai/v1',
  fireworks_ai: 'https://api.fireworks.ai/inference/v1',
  friendliai: 'https://api.friendli.ai/serverless/v1',
  github: 'https://models.inference.ai.azure.com',
  groq: 'https://api.groq.com/openai/v1',
  hosted_vllm: null,
  hyperbolic: 'https://api.hyperbolic.xyz/v1',
  inception: 'https://api.inceptionlabs.ai/v1',
  lambda_ai: 'https://api.lambda.ai/v1',
  litellm_proxy: null,
  llamafile: 'http://127.0.0.1:8080/v1',
  lm_studio: 'http://localhost:1234/v1',
  meta_llama: 'https://api.llama.com/compat/v1',
  minimax: 'https://api.minimax.io/v1',
  mistral: 'https://api.mistral.ai/v1',
  moonshot: 'https://api.moonshot.ai/v1',
  nebius: 'https://api.studio.nebius.ai/v1',
  novita: 'https://api.novita.ai/v3/openai',
  nscale: 'https://inference.api.nscale.com/v1',
  nvidia_nim: 'https://integrate.api.nvidia.com/v1',
  openai_like: null,
  openhands: 'https://llm-proxy.app.all-hands.dev/v1',
  openrouter: 'https://openrouter.ai/api/v1',
  perplexity: 'https://api.perplexity.ai',
  sambanova: 'https://api.sambanova.ai/v1',
  together_ai: 'https://api.together.ai/v1',
  v0: 'https://api.v0.dev/v1',
  vercel_ai_gateway: 'https://ai-gateway.vercel.sh/v1',
  volcengine: 'https://ark.cn-beijing.volces.com/api/v3',
  xai: 'https://api.x.ai/v1',
  zai: 'https://api.z.ai/api/paas/v4',
};

/** Why models of these providers are direct, as a clause. */
export const directProviders: Readonly<Record<string, string>> = {
  bedrock: byRole('Amazon Bedrock'),
  bedrock_converse: byRole('Amazon Bedrock'),
  sagemaker: byRole('Amazon SageMaker'),
  sagemaker_chat: byRole('Amazon SageMaker'),
  vertex_ai: 'Vertex AI takes credentials of Google Cloud instead of a key',
  github_copilot: 'GitHub Copilot takes a sign-in instead of a key',
  chatgpt: 'ChatGPT takes a sign-in instead of a key',
};

function byRole(name: string): string {
  return `${name} takes credentials of AWS instead of a key`;
}

/** Gateways whose own names of models say nothing about the model. */
export const gateways: ReadonlySet<string> = new Set([
  'custom_openai',
  'hosted_vllm',
  'litellm_proxy',
  'openai_like',
  'openhands',
]);
