{{- define "hone.name" -}}
{{ .Release.Name | trunc 50 | trimSuffix "-" }}-hone
{{- end }}
{{- define "hone.labels" -}}
app.kubernetes.io/name: hone
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
{{- define "hone.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}
{{- define "hone.host" -}}
{{ .Values.tls.host | default (include "hone.name" .) }}
{{- end }}
{{- define "hone.url" -}}
{{ if .Values.tls.secret }}https{{ else }}http{{ end }}://{{ include "hone.host" . }}:{{ .Values.service.port }}
{{- end }}
{{- /* What a client of the servers is told of certificates, as names and values. */}}
{{- define "hone.client" -}}
{{- if .Values.tls.clientSecret }}
HONE_CLIENT_CERT: /client/tls.crt
HONE_CLIENT_KEY: /client/tls.key
{{- end }}
{{- if .Values.tls.caSecret }}
HONE_CA_FILE: /ca/ca.crt
{{- end }}
{{- end }}
{{- define "hone.client.mounts" -}}
{{- if .Values.tls.clientSecret }}
- {name: client, mountPath: /client, readOnly: true}
{{- end }}
{{- if .Values.tls.caSecret }}
- {name: ca, mountPath: /ca, readOnly: true}
{{- end }}
{{- end }}
{{- define "hone.client.volumes" -}}
{{- if .Values.tls.clientSecret }}
- name: client
  secret: {secretName: {{ .Values.tls.clientSecret }}, defaultMode: 0440}
{{- end }}
{{- if .Values.tls.caSecret }}
- name: ca
  secret: {secretName: {{ .Values.tls.caSecret }}, defaultMode: 0440}
{{- end }}
{{- end }}
{{- define "hone.check" -}}
{{- if and (gt (int .Values.replicas) 1) (not .Values.store.existingSecret) }}
{{- fail "several servers cannot share a file: set store.existingSecret to a secret with the address of a database, or replicas to 1" }}
{{- end }}
{{- if and .Values.tls.clientCaSecret (not .Values.tls.secret) }}
{{- fail "certificates of clients are asked for through TLS only: set tls.secret, too" }}
{{- end }}
{{- if and .Values.tls.clientCaSecret (not .Values.tls.clientSecret) }}
{{- fail "servers that ask for certificates ask probes and workers for one, too: set tls.clientSecret to a secret with tls.crt and tls.key" }}
{{- end }}
{{- end }}
