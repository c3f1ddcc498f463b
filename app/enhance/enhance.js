/* biome-ignore-all lint/complexity/useArrowFunction: the oldest engines that still run this know no arrows. */
/**
 * Improves pages that also work without it: changes without a reload, freight quoted while typing, a payment page
 * that refreshes itself, copy buttons, formatted numbers. Plain script for old engines: no modules and no syntax
 * newer than the oldest supported phone. It only uses the page's own forms and addresses.
 */
;(function () {
  var RELOAD_MS = 3000
  // Removes the cookie check's parameter, so that a copied link does not contain it.
  if (history.replaceState && /[?&]cookies=/.test(location.search))
    history.replaceState(
      history.state,
      '',
      location.pathname +
        location.search.replace(/([?&])cookies=\w*(&|$)/, '$1').replace(/[?&]$/, '') +
        location.hash,
    )
  var isSupported =
    window.fetch &&
    window.DOMParser &&
    window.URLSearchParams &&
    window.FormData &&
    FormData.prototype.forEach &&
    Element.prototype.closest
  if (!isSupported) {
    // With scripts, <noscript> is ignored, so the waiting page is reloaded here.
    document.addEventListener('DOMContentLoaded', function () {
      if (!document.querySelector('[data-poll]')) return
      setTimeout(function () {
        location.reload()
      }, RELOAD_MS)
    })
    return
  }

  var QUOTE_DELAY_MS = 500
  var FOLLOW_DELAY_MS = 250
  var SENT_FOR_MS = 10000
  var sentTimer
  var LARGE_PHOTO_BYTES = 500000
  var MAX_PHOTO_SIDE = 2400
  var RESPONSE_TIMEOUT_MS = 10000
  var SAVE_DELAY_MS = 1000
  var SUBMIT_DELAY_MS = 1000
  var SHRINK_MS = 15000
  var UPLOAD_MS = 300000
  var POLL_MS = 2000
  var MAX_POLL_MS = 15000

  /** Contains the regions as the server last sent them, without changes by this script. */
  var sentRegions = {}
  function rememberRegions() {
    var regions = document.querySelectorAll('[data-region]')
    for (var i = 0; i < regions.length; i++) sentRegions[regions[i].id] = regions[i].outerHTML
  }

  /** Replaces regions of the page, only those of `ids` if given. Returns false if `html` has none of them. */
  function swapRegions(html, ids) {
    var newPage = new DOMParser().parseFromString(html, 'text/html')
    var regions = document.querySelectorAll('[data-region]')
    var place = readFocus()
    var hasSwapped = false
    for (var i = 0; i < regions.length; i++) {
      var id = regions[i].id
      var next = newPage.getElementById(id)
      if (!next || (ids && ids.indexOf(id) < 0)) continue
      hasSwapped = true
      if (next.outerHTML === sentRegions[id] && id !== 'avisos') continue
      sentRegions[id] = next.outerHTML
      regions[i].parentNode.replaceChild(document.importNode(next, true), regions[i])
    }
    if (hasSwapped) restoreFocus(place)
    prepare()
    return hasSwapped
  }

  /** Shows the rejection in `html`, because a second request would not show it. Returns false if there is none. */
  function showRejection(html) {
    var newPage = new DOMParser().parseFromString(html, 'text/html')
    var rejection = newPage.querySelector('#avisos .notice-bad, #avisos .notice-warn')
    if (!rejection || !swapRegions(html, ['avisos'])) return false
    document.getElementById('avisos').scrollIntoView()
    announce()
    return true
  }

  /** Returns the focused element with its id and its form's id, which survive a swap. */
  function readFocus() {
    var element = document.activeElement
    var form = element && element !== document.body ? element.closest('form') : null
    return { element: element, id: element && element.id, form: form && form.id }
  }

  /** Focuses the same element, else the first button or link of its form, else the message. */
  function restoreFocus(place) {
    if (!place.element || place.element === document.body || document.contains(place.element)) return
    var samePlace = place.id && document.getElementById(place.id)
    if ((!samePlace || samePlace.disabled) && place.form)
      samePlace = document.querySelector('#' + place.form + ' a, #' + place.form + ' button:not([disabled])')
    samePlace = samePlace || document.querySelector('#avisos button') || document.getElementById('conteudo')
    if (samePlace) samePlace.focus()
  }

  /** Writes into a live region that the page always has; screen readers ignore new ones. */
  function announce() {
    var message = document.querySelector('#avisos p') || document.querySelector('.cep-note:not(:empty)')
    var liveRegion = document.getElementById('anuncio')
    if (liveRegion) liveRegion.textContent = message ? message.textContent : ''
  }

  function readBody(form, button) {
    var body = readTexts(form, new URLSearchParams())
    if (button && button.name) body.append(button.name, button.value)
    return body
  }

  /** Omits the password, which only the confirmation needs. */
  function readTexts(form, body) {
    new FormData(form).forEach(function (value, name) {
      var field = form.elements[name]
      if (typeof value === 'string' && !(field && field.type === 'password')) body.append(name, value)
    })
    return body
  }

  /** Requests run one after the other because the second must send the cookies of the first. */
  var lastRequest = Promise.resolve()
  function send(form, button) {
    var address = form.getAttribute('action') || location.href
    var body = readBody(form, button)
    var response = lastRequest.then(function () {
      return limitTime(
        fetch(address, { method: 'POST', body: body, credentials: 'same-origin' }).then(readResponse),
      )
    })
    lastRequest = response.then(doNothing, doNothing)
    return response
  }

  function readResponse(response) {
    return response.text().then(function (html) {
      return { html: html, url: response.url, ok: response.ok }
    })
  }

  /** Rejects after `ms` because a weak signal may lose a request. */
  function limitTime(promise, ms) {
    return new Promise(function (resolve, reject) {
      setTimeout(reject, ms || RESPONSE_TIMEOUT_MS)
      promise.then(resolve, reject)
    })
  }

  function doNothing() {}

  var lastButton = null
  document.addEventListener('click', function (event) {
    var target = event.target
    lastButton = target && target.closest ? target.closest('button') : null
    if (lastButton && lastButton.hasAttribute('data-copy')) copy(lastButton)
    if (lastButton && lastButton.hasAttribute('data-print')) print()
  })

  document.addEventListener('submit', function (event) {
    var form = event.target
    var button = event.submitter || (lastButton && lastButton.form === form ? lastButton : null)
    if (form.hasAttribute('data-enhance')) return enhance(event, form, button)
    if (form.hasAttribute('data-file-upload')) return sendFile(event, form, button)
    var isSearch = form.getAttribute('role') === 'search'
    if (!isSearch && !form.hasAttribute('data-once')) return
    if (button && (button.hasAttribute('data-quote-button') || button.hasAttribute('data-cep-button'))) {
      event.preventDefault()
      return quote(form, button, button)
    }
    if (isOffline()) return event.preventDefault()
    // A search may be corrected and repeated while the first one is under way.
    if (!isSearch && form.getAttribute('data-sent')) return event.preventDefault()
    form.setAttribute('data-sent', '1')
    document.documentElement.setAttribute('data-loading', '')
    if (button && button.hasAttribute('aria-hidden')) button = form.querySelector('.button-main')
    if (button) markBusy(button, isSearch)
    // After "stop" or a lost network the user may send the form again, which the server handles idempotently.
    clearTimeout(sentTimer)
    sentTimer = setTimeout(function () {
      markUnsent()
      markLoaded()
    }, SENT_FOR_MS)
  })

  /** Removes empty fields from a search's address. */
  document.addEventListener('submit', function (event) {
    var form = event.target
    if (event.defaultPrevented || form.method !== 'get' || /^\/admin/.test(location.pathname)) return
    var blank = []
    for (var i = 0; i < form.elements.length; i++)
      if (form.elements[i].name && form.elements[i].value === '' && form.elements[i].type !== 'hidden')
        blank.push([form.elements[i], form.elements[i].name])
    blank.forEach(function (pair) {
      pair[0].removeAttribute('name')
    })
    setTimeout(function () {
      blank.forEach(function (pair) {
        pair[0].setAttribute('name', pair[1])
      })
    }, 0)
  })

  /** Shows progress for a followed link: the browser's is small on a phone and missing in an installed app (F11). */
  document.addEventListener('click', function (event) {
    var link = event.target && event.target.closest ? event.target.closest('a[href]') : null
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey)
      return
    var isPage = link.host === location.host && !link.target && !/\.\w+$/.test(link.pathname)
    var isSamePage = link.pathname === location.pathname && link.search === location.search
    if (!isPage || (isSamePage && link.hash)) return
    document.documentElement.setAttribute('data-loading', '')
    setTimeout(markLoaded, SENT_FOR_MS)
  })

  window.addEventListener('pageshow', markLoaded)
  function markLoaded() {
    document.documentElement.removeAttribute('data-loading')
  }

  window.addEventListener('pageshow', markUnsent)
  function markUnsent() {
    var sentMarks = document.querySelectorAll('[data-sent]')
    for (var i = 0; i < sentMarks.length; i++) sentMarks[i].removeAttribute('data-sent')
    var busy = document.querySelectorAll('[data-idle-html]')
    for (var j = 0; j < busy.length; j++) markIdle(busy[j])
  }

  /** Changes the text beside an icon; a button with an icon alone only becomes paler. */
  function markBusy(button, isSearch) {
    if (button.hasAttribute('data-idle-html')) return
    button.setAttribute('data-idle-html', button.innerHTML)
    button.setAttribute('aria-busy', 'true')
    if (!button.textContent) return
    var text = isSearch ? 'Buscando…' : 'Enviando…'
    var icon = button.querySelector('svg')
    var label = icon && button.querySelector('span')
    // The styles may hide the label beside an icon.
    if (label) label.textContent = text
    else button.textContent = text
    if (icon && !label) button.insertBefore(icon, button.firstChild)
  }

  function markIdle(button) {
    if (!button.hasAttribute('data-idle-html')) return
    button.innerHTML = button.getAttribute('data-idle-html')
    button.removeAttribute('data-idle-html')
    button.removeAttribute('aria-busy')
  }

  function enhance(event, form, button) {
    event.preventDefault()
    if (form.getAttribute('data-busy')) return
    form.setAttribute('data-busy', '1')
    if (button) markBusy(button)
    function sendPlainly() {
      form.removeAttribute('data-busy')
      if (button) markIdle(button)
      if (isOffline()) return
      // The browser shows its own error page, or the server's rejection.
      if (!document.contains(form)) return location.reload()
      form.removeAttribute('data-enhance')
      form.setAttribute('data-once', '')
      if (button) button.click()
      else form.submit()
    }
    send(form, button).then(function (response) {
      form.removeAttribute('data-busy')
      if (button) markIdle(button)
      if (!response.ok) return sendPlainly()
      if (/\/login\?/.test(response.url)) location.href = response.url
      else if (swapRegions(response.html)) announce()
      else location.href = response.url
    }, sendPlainly)
  }

  /** Returns true without a network: the page then stays and shows a message in place of the browser's error page. */
  function isOffline() {
    if (navigator.onLine !== false) return false
    var place = document.querySelector('dialog[open] [data-notices]') || document.getElementById('avisos')
    if (place) {
      place.innerHTML = '<div class="notice notice-warn"><div><p></p></div></div>'
      place.querySelector('p').textContent =
        'Sem conexão com a internet. O que você digitou continua aqui; tente de novo quando a conexão voltar.'
      place.scrollIntoView()
      announce()
    }
    return true
  }

  var quoteTimer = 0
  var quoteTurn = 0
  function quote(form, button, pressed) {
    var turn = ++quoteTurn
    if (pressed) markBusy(pressed)
    send(form, button).then(
      function (response) {
        if (pressed) markIdle(pressed)
        if (!response.ok) return
        fillBlanks(form, response.html)
        if (turn !== quoteTurn) return
        var ids = ['frete', 'resumo', 'cep-billing-nota', 'cep-shipping-nota'].concat(listNoticeIds())
        if (swapRegions(response.html, ids)) announce()
        else showRejection(response.html)
      },
      function () {
        // A failure while typing is ignored: button and confirmation still work. A pressed button is submitted
        // normally.
        if (!pressed || !document.contains(pressed)) return
        form.removeAttribute('data-once')
        pressed.click()
      },
    )
  }

  /** Fills in the postal code's address where the field is empty or still has the shop's suggestion. */
  function fillBlanks(form, html) {
    var newPage = new DOMParser().parseFromString(html, 'text/html')
    var fields = form.querySelectorAll('[data-fill]')
    for (var i = 0; i < fields.length; i++) {
      var newField = newPage.getElementById(fields[i].id)
      var suggestion = newField && newField.getAttribute('data-filled')
      var isUntyped =
        fields[i].value.trim() === '' || fields[i].value === fields[i].getAttribute('data-filled')
      if (suggestion === null || !isUntyped) continue
      fields[i].value = newField.value || ''
      fields[i].setAttribute('data-filled', suggestion)
    }
  }

  document.addEventListener('keydown', function (event) {
    var cep = event.key === 'Enter' && event.target.getAttribute && event.target.getAttribute('data-cep')
    var button = cep && document.getElementById(cep)
    if (!button || event.isComposing) return
    event.preventDefault()
    button.click()
  })

  function quoteSoon(event) {
    var field = event.target
    if (!field || !field.hasAttribute || !field.hasAttribute('data-quote') || !field.form) return
    var cepButton = document.getElementById(field.getAttribute('data-cep') || '')
    var button = cepButton || field.form.querySelector('[data-quote-button]')
    if (!button) return
    if (cepButton && (event.type === 'change' || field.value.replace(/\D/g, '').length !== 8)) return
    clearTimeout(quoteTimer)
    quoteTimer = setTimeout(quote, cepButton ? QUOTE_DELAY_MS : 0, field.form, button)
  }
  // Old engines fire only "change" for radio buttons.
  document.addEventListener('input', quoteSoon)
  document.addEventListener('change', quoteSoon)

  /** A chosen aircraft fills its fields at once, like the button beside it. */
  document.addEventListener('change', function (event) {
    var field = event.target
    var button = document.getElementById((field.getAttribute && field.getAttribute('data-use')) || '')
    var region = button && field.value && field.closest('[data-region]')
    if (!region) return
    send(field.form, button).then(function (response) {
      if (!response.ok) return
      delete sentRegions[region.id]
      if (swapRegions(response.html, [region.id, 'resumo'])) announce()
      else showRejection(response.html)
    }, doNothing)
  })

  var followTimer = 0
  var followTurn = 0
  function follow(form) {
    var turn = ++followTurn
    limitTime(
      fetch(form.getAttribute('action') + '?' + readBody(form), { credentials: 'same-origin' }).then(
        readResponse,
      ),
    )
      .then(function (response) {
        if (turn === followTurn) swapRegions(response.html, [form.getAttribute('data-follow')])
      })
      .then(doNothing, doNothing)
  }
  document.addEventListener('input', function (event) {
    var form = event.target.form
    if (!form || !form.hasAttribute('data-follow')) return
    clearTimeout(followTimer)
    followTimer = setTimeout(follow, FOLLOW_DELAY_MS, form)
  })

  function listNoticeIds() {
    var ids = []
    var places = document.querySelectorAll('[data-notice-place]')
    for (var i = 0; i < places.length; i++) ids.push(places[i].id)
    return ids
  }

  /** Saves a draft that survives a reload, another tab and the login. */
  var saveTimer = 0
  function saveSoon(event) {
    var field = event.target
    var form = field && field.form
    if (!form || !form.hasAttribute('data-draft') || field.type === 'password' || field.type === 'file')
      return
    clearTimeout(saveTimer)
    saveTimer = setTimeout(save, SAVE_DELAY_MS, form)
  }
  document.addEventListener('input', saveSoon)
  document.addEventListener('change', saveSoon)
  if (document.querySelector('[data-draft]')) window.addEventListener('beforeunload', saveNow)
  window.addEventListener('pagehide', saveNow)
  document.addEventListener('visibilitychange', function () {
    if (document.hidden) saveNow()
  })

  /** Saves pending changes when the user leaves the page before the delay ends. */
  function saveNow() {
    var form = saveTimer && navigator.sendBeacon && document.querySelector('[data-draft]')
    if (!form || form.getAttribute('data-sent')) return
    var type = { type: 'application/x-www-form-urlencoded;charset=UTF-8' }
    var body = new Blob([readBody(form, { name: 'intent', value: 'save' }).toString()], type)
    if (!navigator.sendBeacon(form.getAttribute('action'), body)) return
    clearTimeout(saveTimer)
    saveTimer = 0
  }

  function save(form) {
    saveTimer = 0
    if (form.getAttribute('data-sent') || !document.contains(form)) return
    send(form, { name: 'intent', value: 'save' }).then(function (response) {
      if (response.ok) swapRegions(response.html, ['resumo'].concat(listNoticeIds()))
    }, doNothing)
  }

  /** Returns a large photo as small as the server stores it, or the file where the browser cannot redraw it upright. */
  function shrinkPhoto(file) {
    var isLarge = file.type === 'image/jpeg' && file.size > LARGE_PHOTO_BYTES
    if (!isLarge || !window.createImageBitmap) return Promise.resolve(file)
    return createImageBitmap(file, { imageOrientation: 'from-image' })
      .then(function (picture) {
        var scale = MAX_PHOTO_SIDE / Math.max(picture.width, picture.height)
        if (scale >= 1) return file
        var canvas = document.createElement('canvas')
        canvas.width = Math.round(picture.width * scale)
        canvas.height = Math.round(picture.height * scale)
        var context = canvas.getContext('2d')
        if (!isDrawnTrue(context)) return file
        context.drawImage(picture, 0, 0, canvas.width, canvas.height)
        picture.close()
        return new Promise(function (resolve) {
          canvas.toBlob(resolve, 'image/jpeg', 0.9)
        })
      })
      .then(
        function (photo) {
          return photo && photo.size < file.size ? photo : file
        },
        function () {
          return file
        },
      )
  }

  /** Returns false where the browser alters what is read from a canvas, against the recognition of its user. */
  function isDrawnTrue(context) {
    var colours = [12, 23, 34, 255, 45, 56, 67, 255]
    var pixels = context.createImageData(2, 1)
    pixels.data.set(colours)
    context.putImageData(pixels, 0, 0)
    return [].join.call(context.getImageData(0, 0, 2, 1).data) === colours.join()
  }

  /** Uploads run one at a time, so that each request stays below the size limit. */
  var uploads = Promise.resolve()
  function upload(field) {
    var region = field.closest('[data-region]')
    if (!region || !field.files.length) return
    var form = field.form
    var file = field.files[0]
    showInRegion(region.id, 'Enviando a foto…')
    function sendNext() {
      return sendPhoto(form, region.id, file)
    }
    uploads = uploads.then(sendNext, sendNext)
  }

  function sendPhoto(form, id, file) {
    var region = document.getElementById(id)
    var field = region && region.querySelector('[data-upload]')
    if (!field || field.files[0] !== file) return
    function reportUnsent() {
      showInRegion(id, 'A foto não foi enviada agora. Ela segue com o pedido, ou tente de novo.')
    }
    function keepFile() {
      return file
    }
    return limitTime(shrinkPhoto(file), SHRINK_MS)
      .then(null, keepFile)
      .then(function (photo) {
        // The order may have been sent meanwhile, with this photo.
        if (form.getAttribute('data-sent') || !document.contains(form)) return null
        var body = readTexts(form, new FormData())
        body.append('intent', 'photo.' + id)
        body.append(field.name, photo, file.name)
        var request = fetch(form.getAttribute('action'), {
          method: 'POST',
          body: body,
          credentials: 'same-origin',
        })
        return limitTime(request.then(readResponse), UPLOAD_MS)
      })
      .then(function (response) {
        if (!response) return
        delete sentRegions[id]
        if (swapRegions(response.html, [id])) return
        reportUnsent()
        showRejection(response.html)
      }, reportUnsent)
      .then(function () {
        save(form)
      })
  }

  function showInRegion(id, text) {
    var region = document.getElementById(id)
    var place = region && region.querySelector('[data-upload-words]')
    if (place) place.textContent = text
  }
  document.addEventListener('change', function (event) {
    if (event.target.type === 'file' && event.target.hasAttribute('data-upload')) upload(event.target)
  })

  function sendFile(event, form, button) {
    var field = form.querySelector('input[type=file]')
    var place = form.querySelector('[data-file-progress]')
    var file = field && field.files && field.files[0]
    if (!file || !place) return
    event.preventDefault()
    if (form.getAttribute('data-busy') || isOffline()) return
    var progressText = place.querySelector('p')
    var bar = place.querySelector('progress')
    place.hidden = false
    bar.value = 0
    if (file.size > Number(form.getAttribute('data-most-bytes'))) {
      progressText.textContent = form.getAttribute('data-file-upload')
      return
    }
    function stop(reason) {
      form.removeAttribute('data-busy')
      if (button) button.removeAttribute('aria-busy')
      progressText.textContent = reason
    }
    function reportLost() {
      stop('O envio foi interrompido e nada foi trocado. O arquivo continua escolhido: tente de novo.')
    }
    var request = new XMLHttpRequest()
    request.open('POST', form.getAttribute('action'))
    request.upload.onprogress = function (progress) {
      if (!progress.lengthComputable) return
      bar.value = Math.round((progress.loaded / progress.total) * 100)
      progressText.textContent = bar.value < 100 ? 'Enviando: ' + bar.value + '%' : 'Conferindo o arquivo…'
    }
    request.onload = function () {
      var isSamePage = !request.responseURL || stripMarks(request.responseURL) === stripMarks(location.href)
      if (!isSamePage && showRejection(request.responseText)) stop('')
      else if (!isSamePage) location.href = request.responseURL
      else if (request.responseText.indexOf('data-file-upload') < 0) reportLost()
      else if (swapRegions(request.responseText)) {
        announce()
        var faults = document.querySelector('[data-error-summary]')
        if (faults) faults.focus()
      }
    }
    request.onerror = reportLost
    request.onabort = reportLost
    form.setAttribute('data-busy', '1')
    if (button) button.setAttribute('aria-busy', 'true')
    progressText.textContent = 'Enviando…'
    request.send(new FormData(form))
  }

  function stripMarks(href) {
    return href
      .replace(/#.*/, '')
      .replace(/([?&])refused=[\w-]*(&|$)/, '$1')
      .replace(/([?&])form_owner=[^&]*(&|$)/, '$1')
      .replace(/[?&]$/, '')
  }

  var masks = {
    cpf: [/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4'],
    cnpj: [/^(\w{2})(\w{3})(\w{3})(\w{4})(\d{2})$/, '$1.$2.$3/$4-$5'],
    cep: [/^(\d{5})(\d{3})$/, '$1-$2'],
    prefix: [/^(P[PRSTU])([A-Z]{3})$/, '$1-$2'],
    phone: [/^(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3'],
  }
  // Only a complete number is formatted, and only after the field loses focus.
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
    var label = button.querySelector('[data-copy-label]')
    if (!source || !label) return
    var text = label.getAttribute('data-copy-label') || label.textContent
    label.setAttribute('data-copy-label', text)
    function showResult(result) {
      label.textContent = result
      var liveRegion = document.getElementById('anuncio')
      if (liveRegion) liveRegion.textContent = result
      setTimeout(function () {
        label.textContent = text
      }, 2000)
    }
    function copySelected() {
      var range = document.createRange()
      range.selectNodeContents(source)
      var selection = window.getSelection()
      selection.removeAllRanges()
      selection.addRange(range)
      showResult(document.execCommand('copy') ? 'Copiado' : 'Selecionado: copie')
    }
    if (!navigator.clipboard) return copySelected()
    navigator.clipboard.writeText(source.textContent).then(function () {
      showResult('Copiado')
    }, copySelected)
  }

  var isLeaving = false
  function stayOnPage() {
    isLeaving = false
  }
  document.addEventListener('submit', function (event) {
    if (event.defaultPrevented) return
    isLeaving = true
    setTimeout(stayOnPage, SENT_FOR_MS)
  })
  window.addEventListener('pageshow', stayOnPage)

  var pollTimer = 0
  var pollMs = POLL_MS
  function poll() {
    fetch(location.href, { credentials: 'same-origin' })
      .then(function (response) {
        if (isLeaving) return prepare()
        // The response was redirected elsewhere, such as to the login.
        if (response.url && response.url !== location.href.split('#')[0]) location.href = response.url
        return response.ok ? response.text().then(swapRegions) : prepare()
      })
      .then(doNothing, prepare)
  }

  function prepare() {
    var buttons = document.querySelectorAll('[data-copy], [data-print]')
    for (var i = 0; i < buttons.length; i++) buttons[i].hidden = false
    prepareMarks()
    clearTimeout(pollTimer)
    if (document.hidden || !document.querySelector('[data-poll]')) return
    pollTimer = setTimeout(poll, pollMs)
    pollMs = Math.min(pollMs * 1.3, MAX_POLL_MS)
  }

  /** A checkbox marks the whole list and shows whether all are marked; links do the same without scripts. */
  function prepareMarks() {
    var all = document.querySelector('[data-mark-all]')
    if (!all) return
    all.hidden = false
    document.querySelector('[data-mark-links]').hidden = true
    showMarks(all)
  }

  // The browser restores ticked boxes before pageshow.
  window.addEventListener('pageshow', prepareMarks)

  function findBoxes(all) {
    return document.querySelectorAll('input[name="' + all.getAttribute('data-mark-all') + '"]')
  }

  function showMarks(all) {
    var boxes = findBoxes(all)
    var markedCount = 0
    for (var i = 0; i < boxes.length; i++) if (boxes[i].checked) markedCount++
    all.querySelector('input').checked = markedCount === boxes.length
    all.querySelector('input').indeterminate = markedCount > 0 && markedCount < boxes.length
  }

  document.addEventListener('change', function (event) {
    var all = document.querySelector('[data-mark-all]')
    if (!all || event.target.type !== 'checkbox') return
    var boxes = all.contains(event.target) ? findBoxes(all) : []
    for (var i = 0; i < boxes.length; i++) boxes[i].checked = event.target.checked
    showMarks(all)
  })

  document.addEventListener('keydown', function (event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    var hotkeyTarget = document.querySelector(
      '[data-hotkey="' + String(event.key).toLowerCase().replace(/\W/g, '') + '"]',
    )
    if (!hotkeyTarget) return
    event.preventDefault()
    hotkeyTarget.focus()
    hotkeyTarget.select()
  })

  function openModal() {
    var modal = document.querySelector('dialog[data-modal]')
    if (!modal || !modal.showModal) return
    modal.close()
    modal.showModal()
    modal.addEventListener('cancel', function (event) {
      event.preventDefault()
    })
  }

  /** Escape closes the menu that has the focus, like a dialog. */
  document.addEventListener('keydown', function (event) {
    var menu = event.key === 'Escape' && event.target.closest && event.target.closest('header details[open]')
    if (!menu) return
    menu.open = false
    menu.querySelector('summary').focus()
  })

  document.addEventListener('keydown', function (event) {
    var escapeLink = event.key === 'Escape' && document.querySelector('[data-escape]')
    if (escapeLink) escapeLink.click()
  })

  document.addEventListener('visibilitychange', function () {
    pollMs = POLL_MS
    prepare()
  })

  /** The link back to a list leads to the search and page where the user left it, as long as the window is open. */
  function rememberListPlace() {
    var back = document.querySelector('a.back')
    try {
      if (document.querySelector('form.search'))
        sessionStorage.setItem('list:' + location.pathname, location.search)
      var lastPlace = back && !back.search && sessionStorage.getItem('list:' + back.pathname)
      if (lastPlace) back.search = lastPlace
    } catch (_) {
      // Without storage, the link leads to the whole list.
    }
  }

  /**
   * Submits a form when a field changes. It waits while a date is typed, and focuses the same field on the next
   * page.
   */
  var submitTimer = 0
  function submitSoon(event) {
    var form = event.target.form
    if (!form || !form.hasAttribute('data-ask-at-once')) return
    clearTimeout(submitTimer)
    if (event.type === 'keydown') return
    submitTimer = setTimeout(submitAtOnce, event.target.type === 'date' ? SUBMIT_DELAY_MS : 0, event.target)
  }
  document.addEventListener('change', submitSoon)
  document.addEventListener('keydown', submitSoon)

  function submitAtOnce(field) {
    var form = field.form
    var focused = document.activeElement
    var days = form.querySelectorAll('[type=date]')
    // The first digits of a year are a valid year, too, so years before 1900 count as unfinished.
    for (var i = 0; i < days.length; i++) if (days[i].value < '1900') return
    try {
      sessionStorage.setItem('asked-at', (focused && focused.form === form ? focused : field).id)
    } catch (_) {
      // Without session storage, the page starts at its top.
    }
    form.submit()
  }

  function focusSubmittedField() {
    try {
      var field = document.getElementById(sessionStorage.getItem('asked-at') || '')
      sessionStorage.removeItem('asked-at')
      if (field && field.form && field.form.hasAttribute('data-ask-at-once')) field.focus()
    } catch (_) {
      // Without session storage, the page starts at its top.
    }
  }

  /** Stores typed text in this tab for Back, as most browsers lose it on uncached pages. Omits passwords and codes. */
  var TYPED = 'typed:'
  var typedPlace = TYPED + location.pathname + location.search
  var isPosted = false
  var STORED_FIELDS =
    'input[name]:not([type=hidden]):not([type=password]):not([type=file]):not([autocomplete=one-time-code]), ' +
    'select[name], textarea[name]'

  function forEachTypedField(callback) {
    var forms = document.querySelectorAll('main form[method=post]:not([data-draft])')
    for (var i = 0; i < forms.length; i++) {
      var owner = forms[i].querySelector('[name=form_owner]')
      var fields = forms[i].querySelectorAll(STORED_FIELDS)
      for (var j = 0; j < fields.length; j++)
        callback(
          fields[j],
          [i, j, fields[j].name, owner ? owner.value : forms[i].getAttribute('action') || ''].join(' '),
        )
    }
  }

  function isTickable(field) {
    return field.type === 'checkbox' || field.type === 'radio'
  }

  function getInitialValue(field) {
    if (isTickable(field)) return field.value + ' ' + field.defaultChecked
    if (!field.options) return field.defaultValue
    for (var i = 0; i < field.options.length; i++)
      if (field.options[i].defaultSelected) return field.options[i].value
    return field.options.length ? field.options[0].value : ''
  }

  function getTypedValue(field) {
    return isTickable(field) ? field.value + ' ' + field.checked : field.value
  }

  function storeTyped() {
    var typedTexts = {}
    forEachTypedField(function (field, name) {
      if (getTypedValue(field) !== getInitialValue(field))
        typedTexts[name] = [getInitialValue(field), getTypedValue(field)]
    })
    var text = JSON.stringify(typedTexts)
    try {
      if (isPosted || text === '{}') sessionStorage.removeItem(typedPlace)
      else sessionStorage.setItem(typedPlace, text)
    } catch (_) {
      return
    }
  }

  function clearTyped() {
    try {
      for (var i = sessionStorage.length - 1; i >= 0; i--) {
        var name = sessionStorage.key(i)
        if (name.indexOf(TYPED) === 0) sessionStorage.removeItem(name)
      }
    } catch (_) {
      return
    }
  }

  function restoreTyped() {
    var visit =
      window.performance && performance.getEntriesByType && performance.getEntriesByType('navigation')[0]
    if (!visit || visit.type !== 'back_forward') return
    try {
      var typedTexts = JSON.parse(sessionStorage.getItem(typedPlace) || '{}')
      forEachTypedField(function (field, name) {
        var storedText = typedTexts[name]
        if (
          !storedText ||
          (storedText[0] !== getInitialValue(field) && !field.hasAttribute('data-current-time')) ||
          getTypedValue(field) !== getInitialValue(field)
        )
          return
        var fold = field.closest('details')
        if (fold) fold.open = true
        if (isTickable(field)) field.checked = !field.defaultChecked
        else field.value = storedText[1]
      })
    } catch (_) {
      return
    }
  }

  document.addEventListener('submit', function (event) {
    var form = event.target
    if (event.defaultPrevented || form.method !== 'post') return
    isPosted = true
    if (/\/logout$/.test(form.action)) clearTyped()
  })
  window.addEventListener('pageshow', function () {
    isPosted = false
  })
  window.addEventListener('pagehide', storeTyped)

  restoreTyped()
  focusSubmittedField()
  rememberListPlace()
  openModal()
  var summary = document.querySelector('[data-error-summary]')
  if (summary) summary.focus()
  rememberRegions()
  prepare()

  // The worker shows the offline page. It is registered last, so that it delays nothing on the page.
  if (navigator.serviceWorker && !/^\/admin(\/|$)/.test(location.pathname))
    addEventListener('load', function () {
      navigator.serviceWorker.register('/offline-worker.js', { updateViaCache: 'none' }).catch(function () {})
    })
})()
