import { withdrawalDays } from '#app/domain/orders/withdrawal.ts'
import { pixRefundDays } from '#app/domain/payments/pix-refund.ts'
import { paths } from '#app/paths.ts'
import type { HelpText } from '#app/routes/admin/help/help-text.ts'
import { listStatusExplanations, listStatuses } from '#app/text/orders/order-labels.ts'
import { spellNumber } from '#app/text/platform/numbers.ts'

export const orders: HelpText = {
  title: 'Pedidos',
  section: 'Pedidos',
  purpose: 'Todos os pedidos, do mais novo ao mais antigo, com a situação, a nota fiscal e o total.',
  screen: paths.admin.orders(),
  picture: 'A lista de pedidos com busca, filtro de situação e total.',
  tasks: [
    {
      title: 'Achar um pedido',
      steps: [
        'Busque por número, cliente, NF-e ou pelo começo do número que o comprador deu.',
        `Comece por uma aba, como “A enviar” ou “Voltou”, que diz quantos são, ou filtre pela situação: ${listStatuses()}.`,
        'Aperte em qualquer ponto da linha para abrir o pedido.',
      ],
    },
    {
      title: 'Ler as situações',
      steps: [
        ...listStatusExplanations(),
        '“Pagamento” diz onde está o dinheiro: a pagar, pago, em parte, reembolsado, em disputa. “Envio” diz onde está cada exemplar. Filtre por ambos.',
      ],
    },
  ],
  problems: [
    {
      when: 'O cliente diz que pagou e o pedido continua pendente.',
      act: 'O banco leva até dois dias úteis. Depois disso procure o valor em Recebimentos; ele pode esperar por uma decisão.',
    },
  ],
  seeAlso: ['pedido', 'fotos', 'recebimentos', 'listas'],
}

export const order: HelpText = {
  title: 'Um pedido',
  section: 'Pedidos',
  purpose:
    'Tudo de um pedido: o que foi comprado, cliente, boletos, pagamentos, expedições, nota fiscal, arquivos e histórico.',
  picture: 'Um pedido: situação no alto, o que foi comprado e os totais.',
  pictureListPath: paths.admin.orders(),
  tasks: [
    {
      title: 'Cuidar de um pedido pago',
      steps: [
        'Confira em “Publicações” onde está cada exemplar e em que expedição. Se algum espera envio, aperte “Preparar expedição”.',
        'Escreva o número da NF-e e salve; inclua o DANFE ou o XML em “Arquivos”.',
        'Use a nota para o que a equipe precisa saber. O cliente não a lê.',
      ],
    },
    {
      title: 'Alterar a situação à mão',
      steps: [
        'Aperte “Alterar situação”, escolha a nova e leia o que vai acontecer antes de confirmar.',
        'Prefira que o pagamento entre pelo retorno do banco: confirmar à mão não registra dinheiro recebido.',
      ],
    },
  ],
  problems: [
    {
      when: 'Não há boleto.',
      act: '“Ainda não foi gerado” passa em instantes. Se ficar, veja em Tarefas o motivo; quase sempre faltam o convênio ou a empresa nas configurações.',
    },
    {
      when: 'O boleto venceu.',
      act: 'O cliente faz outro na página de pagamento. Se ele pedir, use “Novo vencimento”.',
    },
    {
      when: 'O nome, o documento ou o endereço de cobrança está errado.',
      act: 'Use “Corrigir”, em “Comprador”, até sair a nota fiscal. O boleto acompanha, e o cliente recebe um e-mail. Mudar só o cadastro não muda o pedido.',
    },
    {
      when: 'A NF-e não pode ser digitada.',
      act: 'O campo só abre com o pagamento confirmado.',
    },
  ],
  seeAlso: ['boletos', 'notas-fiscais', 'devolucoes', 'expedicoes'],
}

export const internalOrder: HelpText = {
  title: 'Pedido interno',
  section: 'Pedidos',
  purpose:
    'Faz um pedido em nome de um cliente: venda por telefone, cortesia ou substituição. Não tem frete.',
  screen: paths.admin.createOrder(),
  tasks: [
    {
      title: 'Fazer um pedido interno',
      steps: [
        'Escolha o cliente; se ele não existe, “Cadastrar cliente” traz você de volta.',
        'Escreva a quantidade de cada publicação e adicione todas de uma vez; escolha o preço: normal, de assinatura ou grátis.',
        'Preencha aeronave e foto onde a publicação pede e leia o resumo.',
        'Confirme uma vez. Com valor a pagar sai o boleto; o que é grátis fica liberado na hora.',
      ],
    },
  ],
  problems: [
    {
      when: '“Cadastro incompleto”.',
      act: 'Faltam documento ou endereço do cliente, sem os quais não há boleto. Complete o cadastro e volte.',
    },
    {
      when: '“O cliente já tem em vigor”.',
      act: 'Confira se ele quer renovar a que tem em vez de comprar outra.',
    },
  ],
  seeAlso: ['clientes', 'pedido'],
}

export const photos: HelpText = {
  title: 'Análise de fotos',
  section: 'Pedidos',
  purpose:
    'Algumas publicações pedem uma foto: da plaqueta, do painel, de etiquetas. O pedido espera aqui até alguém dizer se ela serve.',
  screen: paths.admin.review(),
  picture:
    'A análise: botões Aprovar, Pedir nova foto e Reprovar, a foto, o que ela deve mostrar e os dados da aeronave.',
  tasks: [
    {
      title: 'Analisar a fila',
      steps: [
        'Abra a fila: ela começa pelo pedido que espera há mais tempo.',
        'Compare a foto com o que ela deve mostrar e com matrícula e número de série, ao lado. O link da foto a abre inteira.',
        'Com mais de uma foto no pedido, veja cada uma; o botão de aprovar está na última.',
        '“Aprovar” gera o boleto e passa ao próximo.',
        '“Pedir nova foto” quando ela não serve: o cliente recebe o que você escrever e como a foto deve ser.',
        '“Reprovar” encerra o pedido. O motivo é obrigatório e vai ao cliente.',
      ],
    },
  ],
  problems: [
    {
      when: 'O pedido não tem foto.',
      act: '“Aprovar sem foto” pede um motivo, que fica só no histórico.',
    },
    {
      when: 'Fechou a pergunta sem enviar.',
      act: 'O que você escreveu reaparece quando a abre de novo, enquanto não sair da página.',
    },
    {
      when: 'Reprovou por engano.',
      act: 'Não tem volta, e o cliente já leu o motivo. Fale com ele e faça um pedido interno, ou peça que compre de novo.',
    },
  ],
  keys: [
    { key: 'a', action: 'aprova' },
    { key: 'p', action: 'pede outra foto' },
    { key: 'r', action: 'reprova' },
    { key: 'j e k', action: 'pulam para o próximo e voltam' },
  ],
  seeAlso: ['pedido', 'hoje'],
}

export const refunds: HelpText = {
  title: 'Desistências e reembolsos',
  section: 'Pedidos',
  purpose: `O cliente pode desistir em ${spellNumber(withdrawalDays)} dias. Aqui se responde ao pedido dele, se vê o que devolver e se registra o reembolso.`,
  tasks: [
    {
      title: 'Responder a uma desistência',
      steps: [
        'Hoje leva à mais antiga sem resposta.',
        'Leia de que o cliente desiste e o que acontece se você aceitar.',
        'Aceite, ou recuse com o motivo, que o cliente lê. Até a resposta as unidades ficam fechadas, “em desistência”.',
        'Aceita, o valor a devolver fica em Hoje até o reembolso. Recusada, o cliente pode pedir outra vez dentro do prazo.',
        'Respondeu errado: no pedido, “Corrigir a resposta”, com o motivo. O cliente recebe cada resposta por e-mail.',
      ],
    },
    {
      title: 'Registrar um reembolso',
      steps: [
        'Devolva primeiro pelo banco ou gateway: a loja não move dinheiro.',
        'Em Hoje, no pedido ou no recebimento, “Registrar reembolso”: o valor já vem preenchido; confira, e ponha data e comprovante.',
        'O cliente recebe um e-mail, e pedido, recibo e relatórios passam a dizer o que foi reembolsado.',
        'Se nada há a devolver (o dinheiro não entrou, ou houve troca), use “Nada a devolver” no pedido, com o motivo.',
      ],
    },
    {
      title: 'Reembolsar um Pix pelo banco',
      steps: [
        `No recebimento, “Reembolsar pelo Pix”: o valor, inteiro ou em parte, até ${pixRefundDays} dias depois de recebido.`,
        'O banco devolve à conta de quem pagou. A resposta aparece no recebimento; feito, o reembolso fica registrado com o comprovante.',
        'Se o banco não devolver, o recebimento e Tarefas dizem por quê.',
      ],
    },
  ],
  problems: [
    {
      when: 'O valor não é aceito.',
      act: 'Não se reembolsa mais do que entrou. Veja o que já foi reembolsado na mesma página.',
    },
    {
      when: 'O valor, a data ou o comprovante estava errado.',
      act: 'Na tabela de reembolsos, “Desfazer”, com o motivo: um contralançamento de hoje anula o registro. Depois registre o certo.',
    },
    {
      when: 'A data é de outro mês.',
      act: 'O fechamento daquele dia muda. A página pede que você confirme.',
    },
  ],
  seeAlso: ['pedido', 'recebimentos'],
}
