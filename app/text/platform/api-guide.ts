import { sessionHours } from '#app/domain/accounts/lifetimes.ts'
import { maxApiFileBytes } from '#app/domain/platform/attachment.ts'
import { idempotencyHours, maxIdempotencyKeyLength } from '#app/domain/platform/idempotency.ts'
import { formatMegabytes } from '#app/text/platform/numbers.ts'

type Limits = { callsPerMinute: number; pageSize: number; maxPageSize: number }
type Section = { title: string; paragraphs: string[] }

/** General rules for API clients (storefront §7–§8, D58, D59, D74). */
export function apiGuide({ callsPerMinute, pageSize, maxPageSize }: Limits): Section[] {
  return [
    {
      title: 'Acesso',
      paragraphs: [
        `Pessoas entram com e-mail e senha em \`POST /api/token/\` e mandam o token em cada chamada: \`Authorization: Bearer TOKEN\`. Ele vale ${sessionHours} horas e pode ser encerrado em “Sessões abertas”.`,
        'Programas usam uma chave criada pela equipe, no mesmo cabeçalho. Cada chave tem permissões, como `orders:read`; a descrição de cada chamada diz qual é precisa.',
        'Cookies não contam nesta API. Clientes veem só os próprios registros; os dos outros respondem 404, qualquer que seja a busca.',
      ],
    },
    {
      title: 'Corpo e respostas',
      paragraphs: [
        `Corpos são JSON de até 1 MB, com \`Content-Type: application/json\` e tamanho informado; os envios de arquivo são formulários \`multipart/form-data\` de até ${formatMegabytes(maxApiFileBytes)}, com o arquivo em \`file\`. Textos são UTF-8 e vêm em português.`,
        'Valores são números em reais; ao enviar valem também textos como `"128.90"` e `"1.234,56"`. Datas são `AAAA-MM-DD` no horário de São Paulo; momentos são em UTC. Todo endereço vale com e sem a barra no fim.',
        'Números de registros podem ir como texto (`"12"`), e parâmetros vazios de uma consulta contam como ausentes.',
        'Os endereços em `file` e `transaction_link` abrem com o mesmo `Authorization` das chamadas. Um arquivo que ainda está sendo feito responde 503: repita a chamada depois dos segundos de `Retry-After`.',
      ],
    },
    {
      title: 'Listas',
      paragraphs: [
        `Listas aceitam \`page\`, \`limit\` (${pageSize}, até ${maxPageSize}), \`search\` e \`ordering\` (um nome, com \`-\` na frente para o contrário) e respondem \`results\`, \`count\` e \`pages\`.`,
      ],
    },
    {
      title: 'Erros',
      paragraphs: [
        'O que está errado no corpo responde 400 com as mensagens em cada campo, aninhadas como o corpo: `{"billing_address": {"zip_code": ["CEP incorreto"]}}`. O que vale para o todo está em `non_field_errors`.',
        'As outras recusas têm uma frase em `detail`: 401 sem acesso válido, 403 sem permissão, 404 não encontrado, 405 método errado, 409 o registro mudou, 411 sem tamanho, 413 grande demais, 415 tipo errado, 422 chave repetida com outro conteúdo, 429 chamadas demais, 500 erro nosso, 503 fora do ar. Cada resposta tem um número em `X-Request-Id`: informe-o ao falar conosco.',
      ],
    },
    {
      title: 'Limites',
      paragraphs: [
        `São ${callsPerMinute} chamadas por minuto e token, ou por rede sem token. \`RateLimit-Limit\`, \`RateLimit-Remaining\` e \`RateLimit-Reset\` dizem o que resta; com 429, espere os segundos de \`Retry-After\`. Entrar, recuperar a senha e criar pedidos têm também os limites das páginas.`,
      ],
    },
    {
      title: 'Repetir sem criar duas vezes',
      paragraphs: [
        `Chamadas que criam aceitam \`Idempotency-Key\`, um texto seu de até ${maxIdempotencyKeyLength} caracteres, sem espaços. Por ${idempotencyHours} horas a mesma chave com o mesmo conteúdo recebe a primeira resposta, com \`Idempotency-Replayed: true\`; com outro conteúdo, 422; enquanto a primeira corre, 409.`,
      ],
    },
    {
      title: 'Páginas de outros endereços (CORS)',
      paragraphs: [
        'Programas em servidores não precisam de nada. Páginas de outros endereços só chamam a API se o endereço estiver na configuração `API_ORIGINS`; sem ela, nenhuma.',
      ],
    },
  ]
}

export const apiDocsLabels = {
  title: 'API para programas',
  lead: 'Tudo o que a loja faz, para quem escreve programas.',
  calls: 'Chamadas',
  file: 'Descrição em OpenAPI 3.1',
  parameters: 'Parâmetros',
  body: 'Corpo',
  answer: 'Resposta',
  answers: 'Respostas',
  example: 'Exemplo',
  aliases: 'Também',
  fileField: 'O arquivo',
  field: 'Campo',
  type: 'Tipo',
  required: 'Obrigatório',
  description: 'Descrição',
  none: 'Nenhum',
  places: { path: 'no caminho', query: 'na consulta', header: 'no cabeçalho' },
} as const

export const typeLabels = {
  or: ' ou ',
  file: 'arquivo',
  date: 'data',
  json: {
    string: 'texto',
    number: 'número',
    integer: 'inteiro',
    boolean: 'booleano',
    object: 'objeto',
    array: 'lista',
    null: 'null',
  },
} as const

export const accessLabels = {
  anyone: 'todos, com ou sem acesso',
  customer: 'quem entrou',
  partner: 'parceiros',
  staff: 'equipe',
  superuser: 'administradores',
} as const

export const answerLabels = {
  400: 'Há erros nos campos',
  401: 'Sem acesso válido',
  403: 'Sem permissão',
  404: 'Não encontrado',
  409: 'O registro mudou ou a chamada já está em andamento',
  413: 'Grande demais',
  415: 'Tipo não aceito',
  422: 'Idempotency-Key já usada com outro conteúdo',
  429: 'Chamadas demais',
  500: 'Erro nosso',
  503: 'Fora do ar ou ocupado',
} as const
