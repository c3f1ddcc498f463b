import { paths } from '#app/paths.ts'
import type { HelpText } from '#app/routes/admin/help/help-text.ts'
import { carrierNames } from '#app/text/checkout/carriers.ts'

export const waiting: HelpText = {
  title: 'Aguardando envio',
  section: 'Expedições',
  purpose:
    'O que foi pago e ainda não saiu, juntado em volumes: um por cliente e endereço, do pedido mais antigo ao mais novo.',
  screen: paths.admin.waiting(),
  picture: 'A lista de volumes que aguardam envio, com caixa para marcar, conteúdo e tipo de envio.',
  tasks: [
    {
      title: 'Despachar o dia',
      steps: [
        'Busque ou marque os volumes; “Todos os … encontrados” mostra antes quantos servem, quais não e por quê.',
        'Aperte “Criar expedições”. São no máximo cinquenta por vez; “Preparar os que restam” segue com os outros.',
        'Na página seguinte, gere as etiquetas e as listas de conteúdo e embale.',
        `Quando tiver os códigos ${carrierNames.ofName}, aperte “Colar códigos”.`,
      ],
    },
  ],
  problems: [
    {
      when: 'Um volume não pôde ser criado.',
      act: 'A página diz por quê: pedido que deixou de estar pago, unidade em desistência, ou endereço que mudou desde que a lista foi aberta. Resolva e volte; o volume continua na lista.',
    },
    {
      when: 'A assinatura venceu antes do envio.',
      act: 'Ela está marcada. Combine com o cliente antes de enviar.',
    },
    {
      when: 'Mandou o formulário duas vezes.',
      act: 'Nada sai em dobro: cada exemplar está em uma expedição só.',
    },
  ],
  seeAlso: ['expedicoes', 'rastreamento'],
}

export const shipments: HelpText = {
  title: 'Expedições',
  section: 'Expedições',
  purpose: 'Cada volume que sai: de que pedidos é, por que serviço vai, quando saiu e se chegou.',
  screen: paths.admin.shipments(),
  picture: 'A lista de expedições com cliente, pedidos, tipo e situação.',
  tasks: [
    {
      title: 'Enviar uma expedição',
      steps: [
        'Abra a expedição e confira o conteúdo e as revisões.',
        'Marque como enviada com código e data. O cliente recebe um e-mail com o rastreamento.',
        'Quando chegar, “Marcar como entregue”.',
      ],
    },
    {
      title: 'O que não é de pedido nenhum',
      steps: [
        'Em “Nova expedição”, escolha o cliente e “Envio direto, sem pedido”.',
        'Escreva valor e nota; não há itens a conferir.',
      ],
    },
  ],
  problems: [
    {
      when: 'O volume voltou.',
      act: '“Voltou ao remetente”: os exemplares voltam a aguardar envio, e a mesma expedição pode sair de novo, também pelo botão no alto do pedido. Fica em Hoje até sair.',
    },
    {
      when: 'O endereço está errado, ou o cliente se mudou.',
      act: 'Use “Corrigir o endereço de entrega” no pedido, ou na expedição, se ela ainda não saiu ou se voltou. Antes do envio, o próprio cliente também pode corrigir, desde que o frete seja o mesmo; se o frete mudar, a loja recebe uma mensagem de contato com os dois endereços. Mudar só o cadastro não muda o que já foi pedido. O cliente recebe um e-mail; imprima outra etiqueta.',
    },
    {
      when: 'Os pedidos escolhidos têm endereços diferentes.',
      act: 'O formulário mostra o de cada um: escolha para qual deles vai o volume, ou faça uma expedição para cada.',
    },
    {
      when: 'O código ou a data estão errados.',
      act: '“Corrigir código ou data” muda os dois sem outro e-mail ao cliente.',
    },
    {
      when: 'Criou por engano e ainda não saiu.',
      act: '“Desfazer a expedição”. O número fica na lista como desfeita.',
    },
    {
      when: '“A revisão mudou desde que a caixa foi embalada”.',
      act: 'Troque o conteúdo pela revisão em vigor e confirme na própria página.',
    },
  ],
  seeAlso: ['aguardando-envio', 'rastreamento', 'pedido'],
}

export const tracking: HelpText = {
  title: 'Códigos de rastreamento e etiquetas',
  section: 'Expedições',
  purpose: `Marca muitas expedições como enviadas de uma vez, com a lista de códigos ${carrierNames.ofName}.`,
  screen: paths.admin.trackingCodes(),
  picture: 'O campo em que se cola a lista de códigos e o botão Conferir.',
  tasks: [
    {
      title: 'Colar os códigos',
      steps: [
        'Uma linha por volume: número da expedição e código. Com números de pedido, escolha “Pedidos”.',
        '“Conferir” mostra linha por linha o que vai acontecer, sem mudar nada.',
        'Confirme. Cada cliente recebe um e-mail; as linhas com problema ficam na lista.',
      ],
    },
    {
      title: 'Marcar o que chegou ou voltou',
      steps: [
        'Em “A caminho”, na lista de expedições, marque as que chegaram ou as que voltaram.',
        'Confira a data e escolha “Marcar como entregues” ou “Voltaram ao remetente”.',
      ],
    },
    {
      title: 'Imprimir etiquetas',
      steps: [
        'Depois de criar expedições, ou em um cliente, escolha a folha (Pimaco 6181 ou 6183) e gere o PDF.',
        'Imprima em tamanho real, sem “ajustar à página”.',
      ],
    },
  ],
  problems: [
    {
      when: 'Uma linha não confere.',
      act: 'O motivo está ao lado: código com dígito errado, expedição que já saiu ou número que não existe. Corrija a linha e confira outra vez.',
    },
    {
      when: '“Sem endereço, sem etiqueta”.',
      act: 'Abra a expedição, use “Corrigir o endereço de entrega” e gere de novo.',
    },
  ],
  seeAlso: ['expedicoes', 'clientes'],
}
