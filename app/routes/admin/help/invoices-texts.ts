import type { HelpText } from '#app/routes/admin/help/help-text.ts'
import { carrierNames } from '#app/text/checkout/carriers.ts'
import { capitalise } from '#app/text/platform/numbers.ts'

export const invoices: HelpText = {
  title: 'Notas fiscais e arquivos',
  section: 'Pedidos',
  purpose:
    'Põe no pedido a nota emitida em outro programa: chave, número, DANFE e XML, que o cliente vê; e outros arquivos.',
  tasks: [
    {
      title: 'Lançar uma nota fiscal',
      steps: [
        'No pedido pago, em “Nota fiscal”, veja o que falta para emitir e corrija.',
        'Emita a nota e use “Registrar nota fiscal”: envie o XML, que traz a chave, ou digite a chave.',
        'Inclua o DANFE em PDF. O cliente vê número, chave e arquivos na página do pedido.',
        'Sem chave, o número sozinho ainda pode ser escrito em “NF-e”.',
      ],
    },
    {
      title: 'Cancelar uma nota',
      steps: [
        'Cancele primeiro no emissor, dentro do prazo que o pedido mostra.',
        'No pedido, “Registrar cancelamento”. Depois outra nota pode ser registrada.',
      ],
    },
    {
      title: 'Trocar um arquivo errado',
      steps: ['Remova o errado na lista de arquivos e inclua o certo. As duas coisas ficam no histórico.'],
    },
  ],
  problems: [
    {
      when: '“A NF-e digitada não foi salva”.',
      act: 'O pedido deixou de estar pago enquanto a página estava aberta. Veja a situação e tente de novo.',
    },
    {
      when: '“Confira: o CNPJ da chave não é o da empresa”.',
      act: 'A nota foi salva assim mesmo. Veja se a chave é mesmo deste pedido e, se não for, altere-a.',
    },
    {
      when: 'A expedição avisa que falta a chave.',
      act: `${capitalise(carrierNames.name)} pedem a chave da NF-e. Registre a nota; o administrador pode exigir isso em “Fiscal”.`,
    },
    {
      when: 'O arquivo não é aceito.',
      act: 'Vale PDF, XML ou imagem; o conteúdo é conferido, não só o nome.',
    },
  ],
  seeAlso: ['emitir-notas', 'pedido', 'codigos-fiscais'],
}

export const issuingText: HelpText = {
  title: 'Emitir notas fiscais',
  section: 'Pedidos',
  purpose:
    'Pede ao emissor a NF-e ou a NFS-e de um pedido pago, cancela e corrige o que foi emitido aqui. Só onde a emissão está ligada.',
  tasks: [
    {
      title: 'Emitir',
      steps: [
        'No pedido pago, em “Nota fiscal”, aperte “Emitir”. A página mostra o que será enviado, ou o que falta e onde se corrige.',
        'Confira destinatário, itens, códigos e total e emita. Apertar duas vezes emite uma só.',
        'A resposta aparece no pedido: autorizada, com chave, XML e DANFE, e o cliente recebe um e-mail; ou recusada, com as palavras da Receita.',
        'Recusada, corrija e use “Emitir de novo”. Até lá o pedido fica em Hoje.',
      ],
    },
    {
      title: 'Cancelar',
      steps: [
        'No pedido, “Cancelar a nota”, dentro do prazo que ele mostra, com o motivo. A nota vale até a Receita aceitar.',
      ],
    },
    {
      title: 'Corrigir',
      steps: [
        'No pedido, ao lado da NF-e, “Carta de correção”. Valores, quantidades, comprador e data não se corrigem assim.',
        'Vale a última carta: repita nela o que as anteriores corrigiram.',
      ],
    },
  ],
  problems: [
    {
      when: 'A nota está “enviada, sem resposta ainda”.',
      act: 'A loja pergunta de novo por um dia. Depois o pedido aparece em Hoje: veja no site do emissor o que houve.',
    },
    {
      when: '“Emitente ainda não habilitado para emissão de NFSe Nacional”.',
      act: 'No painel da Focus NFe, ligue a NFS-e Nacional da empresa e desligue a da prefeitura: as duas não valem juntas. Depois, “Emitir de novo”.',
    },
    {
      when: 'A NFS-e foi recusada com um código que começa por E, como E0310.',
      act: 'São palavras do Emissor Nacional. Em geral falta um código da publicação ou uma escolha em “Fiscal”: corrija e use “Emitir de novo”.',
    },
    {
      when: 'A nota está autorizada, mas falta o PDF.',
      act: 'Algumas cidades não dão PDF da NFS-e, ou o guardam em outro endereço. Baixe-o no site da cidade e inclua o arquivo no pedido.',
    },
    {
      when: '“Homologação, sem valor fiscal”.',
      act: 'É um teste com o emissor: o cliente não vê, e nada conta. A nota de verdade ainda está por emitir.',
    },
  ],
  seeAlso: ['notas-fiscais', 'pedido', 'codigos-fiscais'],
}
