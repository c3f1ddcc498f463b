/* biome-ignore-all lint/complexity/useArrowFunction: the oldest engines that still run this know no arrows. */
/**
 * Niceties for pages that work without them: changes without a reload, freight that follows typing, a payment
 * page that refreshes itself, copy buttons, readable numbers. Plain script for old engines: no modules, no
 * newer syntax than the oldest phone we care for. Everything it does is the page's own form or address.
 */
;(function () {
  if (!window.fetch || !window.DOMParser || !window.URLSearchParams || !window.FormData) return

  var QUOTE_DELAY_MS = 500
  var POLL_MS = 2000

  /** Swaps every region of the page for the one of the same id in `html`; false when none fits. */
  function swapRegions(html, only) {
    var fresh = new DOMParser().parseFromString(html, 'text/html')
    var regions = document.querySelectorAll('[data-region]')
    var place = focusedPlace()
    var swapped = false
    for (var i = 0; i < regions.length; i++) {
      var next = fresh.getElementById(regions[i].id)
      if (!next || (only && only.indexOf(regions[i].id) < 0)) continue
      regions[i].parentNode.replaceChild(document.importNode(next, true), regions[i])
      swapped = true
    }
    if (swapped) focusAgain(place)
    prepare()
    return swapped
  }

  /** Where the reader is, in names that are still there after a swap: the element, and the form around it. */
  function focusedPlace() {
    var at = document.activeElement
    var form = at && at !== document.body && at.closest ? at.closest('form') : null
    return { at: at, id: at && at.id, form: form && form.id }
  }

  /** Puts the focus back: same element, else its form's first button or link, else the message about the change. */
  function focusAgain(place) {
    if (!place.at || place.at === document.body || document.contains(place.at)) return
    var again = place.id && document.getElementById(place.id)
    if ((!again || again.disabled) && place.form)
      again = document.querySelector('#' + place.form + ' a, #' + place.form + ' button:not([disabled])')
    again = again || document.querySelector('#avisos button') || document.getElementById('conteudo')
    if (again) again.focus()
  }

  function bodyOf(form, button) {
    var body = new URLSearchParams()
    new FormData(form).forEach(function (value, name) {
      if (typeof value === 'string') body.append(name, value)
    })
    if (button && button.name) body.append(button.name, button.value)
    return body
  }

  function send(form, button) {
    return fetch(form.getAttribute('action') || location.href, {
      method: 'POST',
      body: bodyOf(form, button),
      credentials: 'same-origin',
    }).then(function (answer) {
      return answer.text().then(function (html) {
        return { html: html, url: answer.url, ok: answer.ok }
      })
    })
  }

  var lastButton = null
  document.addEventListener('click', function (event) {
    var target = event.target
    lastButton = target && target.closest ? target.closest('button') : null
    if (lastButton && lastButton.hasAttribute('data-copy')) copy(lastButton)
  })

  document.addEventListener('submit', function (event) {
    var form = event.target
    var button = event.submitter || (lastButton && lastButton.form === form ? lastButton : null)
    if (form.hasAttribute('data-enhance')) return enhance(event, form, button)
    if (!form.hasAttribute('data-once')) return
    if (button && button.hasAttribute('data-quote-button')) {
      event.preventDefault()
      return quote(form)
    }
    if (form.getAttribute('data-sent')) return event.preventDefault()
    form.setAttribute('data-sent', '1')
    if (button) markBusy(button)
  })

  // Coming back by the back button shows the page as it was left; it may be sent again.
  window.addEventListener('pageshow', function () {
    var sent = document.querySelectorAll('[data-sent]')
    for (var i = 0; i < sent.length; i++) sent[i].removeAttribute('data-sent')
    var busy = document.querySelectorAll('[data-idle-text]')
    for (var j = 0; j < busy.length; j++) markIdle(busy[j])
  })

  function markBusy(button) {
    button.setAttribute('data-idle-text', button.textContent)
    button.setAttribute('aria-busy', 'true')
    button.textContent = 'Enviando…'
  }

  function markIdle(button) {
    button.textContent = button.getAttribute('data-idle-text')
    button.removeAttribute('data-idle-text')
    button.removeAttribute('aria-busy')
  }

  function enhance(event, form, button) {
    event.preventDefault()
    if (form.getAttribute('data-busy')) return
    form.setAttribute('data-busy', '1')
    send(form, button).then(
      function (answer) {
        form.removeAttribute('data-busy')
        if (!answer.ok || !swapRegions(answer.html)) location.href = answer.url
      },
      function () {
        // No network: the browser's own page about it, and its "reload" sends the form again.
        form.removeAttribute('data-enhance')
        if (button) button.click()
        else form.submit()
      },
    )
  }

  var quoteTimer = 0
  var quoteTurn = 0
  function quote(form) {
    var turn = ++quoteTurn
    var button = form.querySelector('[data-quote-button]')
    send(form, button).then(
      function (answer) {
        if (turn === quoteTurn && answer.ok) swapRegions(answer.html, ['frete', 'resumo'])
      },
      function () {
        // No network: the button and the confirmation still do it.
      },
    )
  }

  function quoteSoon(event) {
    var field = event.target
    if (!field || !field.hasAttribute || !field.hasAttribute('data-quote') || !field.form) return
    var isCode = field.getAttribute('data-mask') === 'cep'
    if (!field.form.querySelector('[data-quote-button]')) return
    if (isCode && field.value.replace(/\D/g, '').length !== 8) return
    clearTimeout(quoteTimer)
    quoteTimer = setTimeout(quote, isCode ? QUOTE_DELAY_MS : 0, field.form)
  }
  document.addEventListener('input', quoteSoon)

  var masks = {
    cpf: [/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4'],
    cnpj: [/^(\w{2})(\w{3})(\w{3})(\w{4})(\d{2})$/, '$1.$2.$3/$4-$5'],
    cep: [/^(\d{5})(\d{3})$/, '$1-$2'],
    phone: [/^(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3'],
  }
  // Only a complete number is put into its usual form, and only when the field is left.
  document.addEventListener(
    'blur',
    function (event) {
      var field = event.target
      var mask = field && field.getAttribute && masks[field.getAttribute('data-mask')]
      if (!mask) return
      var bare = field.value.replace(/[\s.()/-]/g, '').toUpperCase()
      if (mask[0].test(bare)) field.value = bare.replace(mask[0], mask[1])
    },
    true,
  )

  function copy(button) {
    var source = document.getElementById(button.getAttribute('data-copy'))
    if (!source || !navigator.clipboard) return
    navigator.clipboard.writeText(source.textContent).then(function () {
      var label = button.textContent
      button.textContent = 'Copiado'
      setTimeout(function () {
        button.textContent = label
      }, 2000)
    })
  }

  var pollTimer = 0
  function poll() {
    fetch(location.href, { credentials: 'same-origin' })
      .then(function (answer) {
        return answer.text()
      })
      .then(swapRegions, prepare)
  }

  /** Takes up what scripts alone can do in the page as it is now. */
  function prepare() {
    var copies = document.querySelectorAll('[data-copy]')
    for (var i = 0; i < copies.length; i++) copies[i].hidden = !navigator.clipboard
    clearTimeout(pollTimer)
    if (document.querySelector('[data-poll]')) pollTimer = setTimeout(poll, POLL_MS)
  }

  var summary = document.querySelector('[data-error-summary]')
  if (summary) summary.focus()
  prepare()
})()
