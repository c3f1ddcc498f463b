import { fileLinkMinutes, sessionHours } from '#app/domain/accounts/lifetimes.ts'
import { maxApiFileBytes } from '#app/domain/platform/attachment.ts'
import { idempotencyHours, maxIdempotencyKeyLength } from '#app/domain/platform/idempotency.ts'
import { settleSeconds } from '#app/domain/platform/record-changes.ts'
import { secretOverlapHours } from '#app/domain/settings/webhook.ts'
import { formatMegabytes, spellNumber } from '#app/text/platform/numbers.ts'

const apiChanges = [
  {
    day: '2026-11-28',
    text: 'parâmetros, campos e ordens desconhecidos ou repetidos respondem 400; `updated_at`, `legacy_id`, filtros por mudança, data, cliente e número, e `cursor` nas listas; `ETag` e `If-Match`; códigos com `Accept: application/problem+json`; endereços de arquivos assinados por alguns minutos; fotos de visitantes; `code` em `/api/token/`, e os tokens dados sem ele a contas com segundo fator deixam de valer; a frase de uma recusa também em `non_field_errors`.',
  },
  {
    day: '2026-11-28',
    text: 'webhooks por chamadas (`/api/webhooks/`) e na descrição em OpenAPI; segredos que se sobrepõem na troca; avisos com as palavras das respostas: `shipping_type` é o nome do frete e `shipping_value` é 0.01 onde o frete não é cobrado no pedido, `start` ao lado de `starts_on`, `status` ao lado de `status_code` das expedições.',
  },
  {
    day: '2026-11-28',
    text: '`PUT /expedition/{id}/` com o `status` de agora e uma data ou um código novo registra o que aconteceu: uma expedição inteira mandada de volta com `status` 1 e `send_date` ou `track_code` novo é enviada.',
  },
] as const

type ApiLimits = { callsPerMinute: number; readsPerMinute: number; pageSize: number; maxPageSize: number }
type Section = { title: string; paragraphs: string[] }

export function makeApiGuide({
  callsPerMinute,
  readsPerMinute,
  pageSize,
  maxPageSize,
}: ApiLimits): Section[] {
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
        `Os endereços de arquivos (\`file\`, \`transaction_link\`, \`address\`) abrem em um link ou uma imagem de qualquer página por ${spellNumber(fileLinkMinutes)} minutos, enquanto valerem o token ou a chave que os recebeu e o direito ao arquivo; depois, e sem o que segue \`?\`, com o mesmo \`Authorization\` das chamadas. Não os guarde: peça o registro de novo. Um arquivo que ainda está sendo feito responde 503: repita a chamada depois dos segundos de \`Retry-After\`; no navegador, a página se repete sozinha.`,
      ],
    },
    {
      title: 'Listas',
      paragraphs: [
        `Listas aceitam \`page\`, \`limit\` (${pageSize}, até ${maxPageSize}), \`search\` e \`ordering\` (um nome, com \`-\` na frente para o contrário) e respondem \`results\`, \`count\` e \`pages\`.`,
        'Listas de registros têm também os filtros `id__gt`, `legacy_id` (o número no sistema anterior), `updated_at__gte` e, conforme a lista, `date__gte`, `date__lte` e `profile__id`.',
        'Um nome que a chamada não conhece, na consulta ou no corpo, responde 400 com esse nome, e nada é feito; um parâmetro repetido e uma ordem desconhecida também. Quem altera um registro pode mandá-lo de volta como o leu: o que a chamada não altera é aceito e não usado.',
      ],
    },
    {
      title: 'Acompanhar o que muda',
      paragraphs: [
        'Números de página deslizam quando entram registros. Para ler uma lista inteira, peça `ordering=id` ou `ordering=updated_at` e passe o `next` de cada resposta em `cursor`, até ele ser nulo: nada se repete e nada falta, ainda que outros escrevam.',
        'O `updated_at` de um registro muda com tudo o que ele mostra: o de um pedido também com as linhas, os arquivos, o boleto e as expedições, o de uma expedição com o que ela leva. Um registro dentro de outro, como `publication` e `profile`, tem o seu.',
        `Para continuar depois, guarde o maior \`updated_at\` que leu e peça \`ordering=updated_at\` com \`updated_at__gte\` igual a ele; os registros daquele momento vêm de novo. Nessa ordem uma mudança aparece ${settleSeconds} segundos depois, para que nenhuma que ainda está sendo gravada fique para trás.`,
        'Publicações removidas saem da lista; expedições desfeitas só vêm a quem pede mudanças, com `cancelled`.',
      ],
    },
    {
      title: 'Alterar sem desfazer o que outro alterou',
      paragraphs: [
        'Um registro e a resposta a quem o altera têm a versão em `ETag`. Mandada de volta em `If-Match` (PUT, DELETE e as chamadas que alteram um pedido), a alteração só acontece se a versão é a mesma; senão a resposta é 412, e nada muda. Sem `If-Match` a alteração acontece.',
      ],
    },
    {
      title: 'Erros',
      paragraphs: [
        'O que está errado no corpo responde 400 com as mensagens em cada campo, aninhadas como o corpo: `{"billing_address": {"zip_code": ["CEP incorreto"]}}`. O que vale para o todo está em `non_field_errors`.',
        'As outras recusas têm uma frase em `detail`, e a mesma em `non_field_errors`, exceto com 401, 404 e 500: 401 sem acesso válido, 403 sem permissão, 404 não encontrado, 405 método errado, 409 o registro mudou, 412 não é mais a versão de `If-Match`, 411 sem tamanho, 413 grande demais, 415 tipo errado, 422 chave repetida com outro conteúdo, 429 chamadas demais, 500 erro nosso, 503 fora do ar. Cada resposta tem um número em `X-Request-Id`: informe-o ao falar conosco.',
        'Com `Accept: application/problem+json` toda recusa vem com códigos estáveis (RFC 9457): `code` para o todo e, em `errors`, `field`, `code` e `message` de cada campo. O esquema `Problem` traz todos. Um código não muda de sentido; outros podem vir.',
      ],
    },
    {
      title: 'Limites',
      paragraphs: [
        `São ${callsPerMinute} chamadas por minuto e token, ou por rede sem token; e, contadas à parte, ${readsPerMinute} que leem o que é público ou abrem um arquivo pelo endereço. \`RateLimit\` e \`RateLimit-Policy\` dizem o que resta e de qual limite, \`RateLimit-Limit\`, \`RateLimit-Remaining\` e \`RateLimit-Reset\` também; com 429, espere os segundos de \`Retry-After\`. Entrar, recuperar a senha e criar pedidos têm também os limites das páginas.`,
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
    {
      title: 'Webhooks',
      paragraphs: [
        `Em vez de perguntar o que mudou, um programa pode ser avisado: \`POST /api/webhooks/\` cria um endereço que recebe cada evento, assinado como em Standard Webhooks. Avisos chegam ao menos uma vez e fora de ordem; os que falham são tentados de novo por três dias e podem ser enviados outra vez. Ao trocar o segredo, o anterior também assina por ${secretOverlapHours} horas. Os eventos estão na descrição em OpenAPI, em \`webhooks\`, com as mesmas palavras das respostas.`,
      ],
    },
    {
      title: 'O que pode mudar',
      paragraphs: [
        'Sem aviso: chamadas, campos em respostas, eventos e parâmetros opcionais novos, a ordem dos campos, o texto das mensagens e os limites por minuto. Um programa ignora o que não conhece.',
        'Só com um ano de aviso, nesta página: um campo, uma chamada, um evento ou um código de resposta que sai ou muda de nome, de tipo ou de sentido, e um campo que passa a ser obrigatório. O que corrige um erro de segurança pode vir antes.',
      ],
    },
    { title: 'Mudanças', paragraphs: apiChanges.map(({ day, text }) => `${day}: ${text}`) },
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
  412: 'O registro mudou desde a versão de If-Match',
  413: 'Grande demais',
  415: 'Tipo não aceito',
  422: 'Idempotency-Key já usada com outro conteúdo',
  429: 'Chamadas demais',
  500: 'Erro nosso',
  503: 'Fora do ar ou ocupado',
} as const
