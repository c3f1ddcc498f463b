import { undoDays } from '#app/domain/accounts/data-retention.ts'
import { linkHours } from '#app/domain/accounts/lifetimes.ts'
import { MIN_PASSWORD_LENGTH } from '#app/domain/accounts/password.ts'
import { paths } from '#app/paths.ts'
import type { HelpText } from '#app/routes/admin/help/help-text.ts'
import { spellNumber } from '#app/text/platform/numbers.ts'

export const units: HelpText = {
  title: 'Gerenciar andamento: assinaturas e unidades',
  section: 'Pessoas',
  purpose:
    'Cada exemplar vendido é uma unidade: de quem é, para que aeronave, até quando vale e se já saiu. Os números no alto são os do mês.',
  screen: paths.admin.home(),
  picture: 'Gerenciar andamento: os quatro números do mês e os gráficos, acima da lista de unidades.',
  tasks: [
    {
      title: 'Responder “até quando vale a minha assinatura?”',
      steps: [
        'Busque o cliente ou a matrícula e abra a unidade.',
        'A página mostra validade, revisão, pedido, expedição, renovações e downloads.',
        'O certificado em PDF sai do botão no alto.',
      ],
    },
    {
      title: 'Corrigir dados da aeronave ou a validade',
      steps: [
        'Mude o que está errado e salve. Cada mudança fica no histórico.',
        'A validade só existe em assinaturas; a de uma compra avulsa não muda.',
      ],
    },
  ],
  problems: [
    {
      when: 'A situação não pode ser mudada.',
      act: 'Aguardando envio e Enviado são da expedição, Vencida é do vencimento. Mude lá.',
    },
    {
      when: 'A unidade está suspensa.',
      act: 'O pedido dela deixou de estar pago. Ela volta quando o pagamento for confirmado.',
    },
  ],
  seeAlso: ['clientes', 'expedicoes', 'relatorios'],
}

export const clients: HelpText = {
  title: 'Clientes',
  section: 'Pessoas',
  purpose: 'A lista de quem tem cadastro e a página de cada um, com tudo que é dele.',
  screen: paths.admin.users(),
  picture: 'A página de um cliente: o que está em aberto, pago e reembolsado, e os dados dele.',
  pictureListPath: paths.admin.users(),
  tasks: [
    {
      title: 'Atender um cliente ao telefone',
      steps: [
        'Ctrl+K e nome, e-mail, documento ou matrícula: a página do cliente abre.',
        'Ela traz o que está em aberto, em atraso, pago e reembolsado, e os últimos pedidos, unidades, expedições e e-mails.',
        'Dali você faz um pedido interno, uma expedição, um certificado ou uma etiqueta.',
      ],
    },
    {
      title: 'Corrigir um cadastro',
      steps: ['“Alterar cadastro”, mude e salve. O documento só a equipe muda.'],
    },
  ],
  problems: [
    {
      when: '“O mesmo CPF ou CNPJ está em outro cadastro”.',
      act: 'É só um aviso: vários compradores de uma empresa podem ter o mesmo documento.',
    },
    {
      when: 'A exclusão da conta foi pedida por engano.',
      act: `Em ${spellNumber(undoDays)} dias ainda se desfaz, na página do cadastro. Depois os dados pessoais são apagados.`,
    },
  ],
  seeAlso: ['acesso-e-papeis', 'pedido-interno', 'andamento'],
}

export const access: HelpText = {
  title: 'Acesso e papéis',
  section: 'Pessoas',
  purpose: 'Quem entra, com que direitos, e o que fazer quando alguém perde a senha.',
  screen: paths.admin.newUser(),
  tasks: [
    {
      title: 'Incluir alguém da equipe',
      steps: [
        'Clientes, “Novo usuário”: nome, e-mail e “Funcionário”. Só administradores veem os papéis.',
        `A pessoa faz a senha por “Esqueci a senha”, com ${spellNumber(MIN_PASSWORD_LENGTH.staff)} caracteres ou mais.`,
        'Dê “Administrador” a quem decide sobre contas da equipe, empresa, convênio, chaves e webhooks. Tenha pelo menos dois.',
      ],
    },
    {
      title: 'Ajudar quem perdeu a senha',
      steps: [
        `Peça que use “Esqueci a senha” na tela de entrada. O link vale ${linkHours} horas e uma vez.`,
        'Se o e-mail não chega, o link aberto aparece no cadastro. Cada vez que alguém o vê fica registrado.',
      ],
    },
    {
      title: 'Confirmar em duas etapas',
      steps: [
        'Em “Meus dados”, “Confirmação em duas etapas”: leia o desenho com o aplicativo de códigos e guarde os códigos de recuperação.',
        'Depois, na mesma página, “Criar chave de acesso” para usar a digital, o rosto, o PIN ou uma chave de segurança (USB ou NFC) no lugar do código. São até dez.',
        'Perdeu um aparelho? Entre com o código ou um de recuperação e remova a chave dele. Perdeu tudo? Um administrador retira a confirmação no cadastro, e as chaves com ela.',
      ],
    },
    {
      title: 'Tirar o acesso',
      steps: [
        'Desmarque “Ativo”. As sessões abertas terminam na hora; pedidos e histórico ficam.',
        'Só as sessões, por exemplo de um aparelho perdido: no cadastro, “Sessões”, com o motivo. É de administradores.',
      ],
    },
    {
      title: 'Ver quem entrou',
      steps: [
        'Configurações, “Registro de segurança”: entradas, senhas e códigos errados, links, listas baixadas, por evento, usuário, rede e dia. É de administradores.',
        'Muitas falhas numa conta ou de uma rede mandam um e-mail aos administradores, no máximo um por hora. Confira se depois delas alguém entrou; na dúvida, encerre as sessões e peça outra senha.',
      ],
    },
  ],
  problems: [
    {
      when: 'O papel não pode ser mudado.',
      act: 'Ninguém muda o próprio papel, e o último administrador não deixa de ser um. Peça a outro administrador.',
    },
    {
      when: 'Alguém fica de fora por tentar demais.',
      act: 'O bloqueio passa sozinho em alguns minutos; a tela diz quando.',
    },
  ],
  seeAlso: ['clientes', 'historico'],
}
