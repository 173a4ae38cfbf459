import pg from 'pg';

// Connections that tests open by themselves see the rows of all workspaces. The server's own say what they see.
pg.defaults.options = '-c app.tenant_scope=off';
