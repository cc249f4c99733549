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
{{- define "hone.url" -}}
{{ if .Values.tls.secret }}https{{ else }}http{{ end }}://{{ include "hone.name" . }}:{{ .Values.service.port }}
{{- end }}
{{- define "hone.check" -}}
{{- if and (gt (int .Values.replicas) 1) (not .Values.store.existingSecret) }}
{{- fail "several servers cannot share a file: set store.existingSecret to a secret with the address of a database, or replicas to 1" }}
{{- end }}
{{- if and .Values.tls.clientCaSecret (not .Values.tls.secret) }}
{{- fail "certificates of clients are asked for through TLS only: set tls.secret, too" }}
{{- end }}
{{- if and .Values.tls.clientCaSecret .Values.workers }}
{{- fail "workers of this chart have no certificates: start them by a manifest of your own, with HONE_CLIENT_CERT and HONE_CLIENT_KEY" }}
{{- end }}
{{- end }}
