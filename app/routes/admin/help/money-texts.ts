import { boletoGraceDays } from '#app/domain/charges/boleto-state.ts'
import { paths } from '#app/paths.ts'
import type { HelpText } from '#app/routes/admin/help/help-text.ts'
import { moneyBackLabels } from '#app/text/payments/refund-labels.ts'
import { capitalise, spellNumber } from '#app/text/platform/numbers.ts'
import { gatewayLabels } from '#app/text/settings/issuer-labels.ts'

export const payments: HelpText = {
  title: 'Recebimentos a conferir',
  section: 'Dinheiro',
  purpose:
    'Todo dinheiro que entra. O que confere confirma o pedido sozinho; o que não confere espera aqui por uma decisão.',
  screen: paths.admin.payments(),
  picture: 'Recebimentos: os que esperam por uma decisão e os boletos em aberto.',
  tasks: [
    {
      title: 'Decidir um recebimento',
      steps: [
        'Abra o mais antigo. A página diz o que não confere e mostra os dois lados: o que o banco disse e o nosso boleto.',
        'O valor é outro, mas serve: “Aceitar e confirmar o pedido”.',
        'Não tem pedido, mas você sabe de quem é: escreva o número em “Atribuir a um pedido”.',
        'Não é nosso ou veio em dobro: “Registrar reembolso” depois de devolver pelo banco, ou “Encerrar” com o motivo.',
      ],
    },
    {
      title: `Encerrar um aviso ${gatewayLabels.of}`,
      steps: [
        'Um aviso espera quando a loja não o conhece, quando pede uma decisão, ou quando a cobrança não combina com o que está registrado.',
        `Abra-o, veja a cobrança no painel ${gatewayLabels.of} e faça o que a página sugere.`,
        'Encerre com o motivo. Avisos iguais podem ser encerrados juntos.',
      ],
    },
  ],
  problems: [
    {
      when: 'O cliente pagou duas vezes.',
      act: 'O segundo pagamento fica como “em dobro”. Devolva pelo banco e registre o reembolso.',
    },
    {
      when: 'O banco desfez um pagamento.',
      act: 'O pedido não volta sozinho: veja se já foi enviado e mude a situação se for o caso. No recebimento, diga se o dinheiro saiu; se não saiu, o pagamento volta a contar. A resposta pode ser corrigida, menos a de um reembolso: ele fica registrado e vai por e-mail ao cliente.',
    },
    {
      when: 'Um recebimento foi informado com outro valor.',
      act: 'Confira no extrato qual valor entrou e corrija ou mantenha o que está registrado.',
    },
    {
      when: `Pelo painel ${gatewayLabels.of} foi reembolsada só uma parte.`,
      act: 'O reembolso entra sozinho no recebimento e no pedido, uma vez. O que a equipe registra, antes ou depois, inteiro ou em partes, é reconhecido e fica com o comprovante dela.',
    },
    {
      when: 'Uma saída não confere com o reembolso registrado.',
      act: `“Encerrar: é parte do registrado” não registra nada de novo. Se é outro, marque “${moneyBackLabels.otherRefundCheckbox}” e encerre.`,
    },
    {
      when: 'Uma tarefa de dinheiro parou.',
      act: 'Ela está na mesma página, com o motivo. Resolva-o e aperte “Tentar de novo”.',
    },
  ],
  seeAlso: ['boletos', 'retornos', 'devolucoes'],
}

export const boletos: HelpText = {
  title: 'Boletos',
  section: 'Dinheiro',
  purpose: 'Todos os boletos: em aberto, vencidos, pagos, à espera de registro ou baixados.',
  screen: paths.admin.boletos(),
  picture: 'A lista de boletos com pedido, vencimento, valor e situação.',
  tasks: [
    {
      title: 'Mandar outro boleto a um cliente',
      steps: [
        'Abra o pedido e, em “Boletos”, aperte “Novo vencimento”.',
        'Escolha a data e gere. O boleto velho é baixado, e o novo vai por e-mail.',
      ],
    },
    {
      title: 'Cobrar os vencidos',
      steps: [
        `Filtre por vencidos. ${capitalise(spellNumber(boletoGraceDays))} dias úteis depois do vencimento a loja desiste do boleto, e o cliente faz outro sozinho.`,
        'Ligue para quem vale a pena; o telefone está na página do cliente.',
      ],
    },
  ],
  problems: [
    {
      when: 'O registro foi recusado.',
      act: 'O motivo do banco está na linha. Se são os dados do pagador, corrija-os no pedido, em “Comprador”; senão, use “Registrar de novo”.',
    },
    {
      when: 'O boleto ainda não foi registrado.',
      act: 'No convênio próprio ele vai na próxima remessa. Sem registro o banco não recebe.',
    },
  ],
  seeAlso: ['remessas', 'retornos', 'pedido'],
}

export const remittances: HelpText = {
  title: 'Remessas',
  section: 'Dinheiro',
  purpose:
    'O arquivo que conta ao banco dos boletos novos e dos que devem ser baixados. Só para o convênio próprio.',
  screen: paths.admin.remittances(),
  picture: 'Remessas: quantos boletos aguardam, o formato do arquivo e o botão Gerar remessa.',
  tasks: [
    {
      title: 'Mandar a remessa do dia',
      steps: [
        'Abra Recebimentos, Remessas. Veja quantos boletos aguardam.',
        'Escolha o formato combinado com o banco (240 ou 400), se o convênio não o fixar, e aperte “Gerar remessa”.',
        'Baixe o arquivo e envie-o no site do banco no mesmo dia.',
        'No dia seguinte, aplique o retorno.',
      ],
    },
  ],
  problems: [
    {
      when: 'Um boleto não pode ir.',
      act: 'Ele está na lista dos que têm defeito, com o dado que falta. Corrija no pedido ou no cadastro.',
    },
    {
      when: 'Um boleto “promete juros por taxa”.',
      act: 'Ele foi emitido para o CNAB 240. Escolha esse formato no convênio ou gere um novo vencimento no pedido.',
    },
    {
      when: 'O banco não aceitou o arquivo inteiro.',
      act: 'Se o banco deu um arquivo com a recusa (a pré-crítica da Caixa), envie-o em Retornos: a resposta fica na remessa e em Hoje. Na remessa, “O banco recusou este arquivo”: os boletos voltam para a próxima.',
    },
    {
      when: '“Falta para gerar remessas”.',
      act: 'Complete o convênio nas configurações, com o que o banco informou.',
    },
  ],
  seeAlso: ['boletos', 'retornos', 'banco-e-emissor'],
}

export const bankFiles: HelpText = {
  title: 'Retornos bancários',
  section: 'Dinheiro',
  purpose: 'O arquivo em que o banco diz quais boletos foram pagos, registrados, recusados ou baixados.',
  screen: paths.admin.bankFiles(),
  tasks: [
    {
      title: 'Aplicar o retorno do dia',
      steps: [
        'Baixe o arquivo no site do banco e aperte “Enviar e conferir”. Nada muda ainda.',
        'Leia o que vai acontecer: quantos pedidos são confirmados e o que precisa de conferência.',
        'Aperte “Aplicar”. Os compradores recebem o e-mail de pagamento confirmado.',
        'Se alguma linha ficou por conferir, abra Recebimentos.',
      ],
    },
  ],
  problems: [
    {
      when: 'Enviou o mesmo arquivo outra vez.',
      act: 'A loja reconhece e mostra o que já existe. Nenhum pagamento conta em dobro.',
    },
    {
      when: 'O arquivo não é deste convênio.',
      act: 'Confira com o banco. Só aplique se tiver certeza de que é da loja, e confirme na página.',
    },
    {
      when: '“O arquivo pode estar cortado”.',
      act: 'Baixe-o de novo no site do banco.',
    },
  ],
  seeAlso: ['recebimentos', 'remessas'],
}
