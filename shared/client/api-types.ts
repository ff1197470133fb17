// Made by `npm run openapi` from docs/openapi.json. Do not change it by hand.

export interface paths {
    "/api/v1/app-conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List app conversations, or get several by id
         * @description Without `ids`, returns a page, newest first. With `ids`, returns an array in the requested order, with null for each id that is not found. A page examines at most 2,000 conversations and, with `text__contains`, about 2,000 events in a few seconds. It can then hold fewer conversations than `limit`, or none: continue while `next_page_id` is set. Requires the scope `conversations:read`.
         */
        get: operations["list-app-conversations"];
        put?: never;
        /**
         * Create an app conversation
         * @description Returns the start task at once; poll it until its status is READY or ERROR. Requires the scope `conversations:write`. Safe to repeat with the same Idempotency-Key. Fails with `forbidden` if `public` is true, and this deployment does not allow public links. Fails with `exclusive_fields` if `suggested_task` is sent together with `initial_message`, or `snapshot_id` with `sandbox_id`. Fails with `custom` if `processors` is not empty. Fails with `unknown_profile` if `agent_profile_id` names no agent profile of the owner, or one whose model profile was deleted.
         */
        post: operations["create-app-conversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/app-conversations/stream-start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an app conversation and stream its start
         * @description Streams a JSON array that gains an element at each change of status and ends with READY or ERROR. A start can outlast this response: the array then ends early; poll the start task. If too many requests are waiting, the array ends after its first element. Requires the scope `conversations:write`. Safe to repeat with the same Idempotency-Key. Fails with `forbidden` if `public` is true, and this deployment does not allow public links. Fails with `exclusive_fields` if `suggested_task` is sent together with `initial_message`, or `snapshot_id` with `sandbox_id`. Fails with `custom` if `processors` is not empty. Fails with `unknown_profile` if `agent_profile_id` names no agent profile of the owner, or one whose model profile was deleted.
         */
        post: operations["stream-start-app-conversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/app-conversations/{conversation_id}/fork": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fork an app conversation
         * @description Creates a conversation that continues from this one, now or from an event, in its own sandbox. It has a copy of the history, and of the workspace as it is now. The source stays as it is and can keep running. The fork uses the current settings and secrets of its owner, and starts without costs. Returns the start task at once; poll it until its status is READY or ERROR. Requires the scope `conversations:write`. Safe to repeat with the same Idempotency-Key.
         */
        post: operations["fork-conversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/app-conversations/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search app conversations, newest first
         * @description A page examines at most 2,000 conversations and, with `text__contains`, about 2,000 events in a few seconds. It can then hold fewer conversations than `limit`, or none: continue while `next_page_id` is set. Requires the scope `conversations:read`.
         */
        get: operations["search-app-conversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/app-conversations/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count app conversations
         * @description A filtered count examines at most 10,000 conversations in the requested time range. Beyond that it fails with 422 `too_many_rows`. Requires the scope `conversations:read`.
         */
        get: operations["count-app-conversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/app-conversations/{conversation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an app conversation
         * @description Requires the scope `conversations:read`.
         */
        get: operations["get-app-conversation"];
        put?: never;
        post?: never;
        /**
         * Delete an app conversation and its sub-conversations
         * @description Deletes the sandbox and its workspace too, if the sandbox was created for a conversation and no other conversation uses it. A sandbox that was started separately stays. Requires the scope `conversations:write`.
         */
        delete: operations["delete-app-conversation"];
        options?: never;
        head?: never;
        /**
         * Update an app conversation
         * @description Only the fields that are sent change. A title set here takes precedence over titles from the agent. Set `title` to null to let the agent choose a new one; until then the conversation has the default title. Requires the scope `conversations:write`. Fails with `forbidden` if the caller is a member who did not make the conversation, and the request changes `visibility` or `public`; or `public` is true, and this deployment does not allow public links. Fails with `conflict` if `visibility` changes, and its sandbox was started separately or has other conversations; or `public` is true for a private conversation.
         */
        patch: operations["update-app-conversation"];
        trace?: never;
    };
    "/api/v1/app-conversations/start-tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get several start tasks by id
         * @description The command line `openhands cloud` gets a start that failed as a 409 with its `detail`, because it prints only the errors of requests. Requires the scope `conversations:read`.
         */
        get: operations["batch-get-start-tasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/app-conversations/start-tasks/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search start tasks
         * @description Requires the scope `conversations:read`.
         */
        get: operations["search-start-tasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/app-conversations/start-tasks/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count start tasks
         * @description A filtered count examines at most 10,000 start tasks in the requested time range. Beyond that it fails with 422 `too_many_rows`. Requires the scope `conversations:read`.
         */
        get: operations["count-start-tasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an organization's conversations
         * @description For admins, and for API keys that belong to no person. Includes private conversations. Statuses and costs are those that agents last reported. Examines the 2,000 newest conversations of the time window. If there are more, `pagination_accurate` is false, and older ones are neither listed nor counted. Requires the scope `conversations:read`. Fails with `custom` if `execution_status` names an unknown status.
         */
        get: operations["list-organization-conversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/conversations/{conversation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one of an organization's conversations
         * @description For admins, and for API keys that belong to no person. Includes private conversations. Statuses and costs are those that agents last reported. Requires the scope `conversations:read`.
         */
        get: operations["get-organization-conversation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/conversations/{conversation_id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop one of an organization's conversations
         * @description Pauses its sandbox, and with it all conversations in this sandbox. The workspace is saved, and the conversation can be resumed. For admins, and for API keys that belong to no person. Fails with 409 if the sandbox does not run. Requires the scope `conversations:write`. Safe to repeat with the same Idempotency-Key.
         */
        post: operations["stop-organization-conversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/conversations/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download an organization's conversations as CSV
         * @description For admins, and for API keys that belong to no person. Includes private conversations. Statuses and costs are those that agents last reported. The columns are the fields of the list. Fails with 422 `too_many_rows` if the time window has more than 10,000 conversations. Requires the scope `conversations:read`. Fails with `custom` if `execution_status` names an unknown status.
         */
        get: operations["export-organization-conversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/conversations/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get statistics of an organization's conversations
         * @description For admins, and for API keys that belong to no person. Includes private conversations. Statuses and costs are those that agents last reported. Examines the 2,000 newest conversations, including sub-conversations. Requires the scope `usage:read`.
         */
        get: operations["get-organization-stats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/conversations/usage-stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an organization's usage by day, user, model and agent
         * @description For admins, and for API keys that belong to no person. Includes private conversations. Statuses and costs are those that agents last reported. Examines the 2,000 newest conversations of the time window. All tokens of a conversation count on the day (UTC) on which it was created. Requires the scope `usage:read`.
         */
        get: operations["get-organization-usage-stats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/conversations/user-usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the usage of each of an organization's members
         * @description For admins, and for API keys that belong to no person. Includes private conversations. Statuses and costs are those that agents last reported. Returns members, and others who made one of the 2,000 newest conversations. All costs of a conversation count in the month in which it was created. Requires the scope `usage:read`.
         */
        get: operations["get-organization-user-usage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/app-conversations/{conversation_id}/send-message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message to a running conversation
         * @description Does not resume the sandbox. If it is not running, the error explains how to resume it. Responds within seconds, even if the agent is busy; `state` says whether the agent has the message. Each message is delivered at most once, after all earlier ones. Requires the scope `conversations:write`. Safe to repeat with the same Idempotency-Key.
         */
        post: operations["send-message"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversations/{conversation_id}/pending-messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the messages that a conversation's agent does not have
         * @description In the order in which they are delivered, with those of the last day that were not delivered. A message that is not in this list was delivered. `conversation_id` can also be the id of the start task. Requires the scope `conversations:read`.
         */
        get: operations["list-pending-messages"];
        put?: never;
        /**
         * Queue a message for a starting conversation
         * @description `conversation_id` can also be the id of the start task. At most ten messages can wait. They are delivered once and in order when the conversation is ready. Requires the scope `conversations:write`. Safe to repeat with the same Idempotency-Key.
         */
        post: operations["queue-message"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uploads/{upload_id}/parts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a part of a large picture or recording
         * @description For what is too large for one request: a picture as a data URL, or a recording. Choose a new UUID for it and send its text in parts, numbered from 1, in any order. When all are there, `upload:{upload_id}` stands for the text in `image_urls` and `replay_json` for 24 hours. It is deleted after nine days. A part that is sent again is stored once. Requires the scope `conversations:write`.
         */
        post: operations["add-upload-part"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/app-conversations/{conversation_id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a text file from the sandbox
         * @description Returns an empty text if the file, the conversation or its running sandbox does not exist. Requires the scope `conversations:read`.
         */
        get: operations["read-conversation-file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/app-conversations/{conversation_id}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List files in the sandbox
         * @description Returns the first 5,000 files below `path`, sorted by name and relative to it. Leaves out directories that can be fetched or built again, such as `.git`, `node_modules` and `dist`. Without `path`, lists the conversation's working directory. Requires the scope `conversations:read`. Fails with `malformed_request` if the agent server refused the request; `detail` contains its message.
         */
        get: operations["list-conversation-files"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/app-conversations/{conversation_id}/git/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List changed files of a repository
         * @description Requires the scope `conversations:read`. Fails with `malformed_request` if the agent server refused the request; `detail` contains its message.
         */
        get: operations["get-git-changes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/app-conversations/{conversation_id}/git/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a file's diff
         * @description Requires the scope `conversations:read`. Fails with `malformed_request` if the agent server refused the request; `detail` contains its message.
         */
        get: operations["get-git-diff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/app-conversations/{conversation_id}/skills": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the agent's skills
         * @description Requires the scope `conversations:read`. Fails with `malformed_request` if the agent server refused the request; `detail` contains its message.
         */
        get: operations["list-conversation-skills"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/app-conversations/{conversation_id}/hooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the workspace's hooks
         * @description Requires the scope `conversations:read`. Fails with `malformed_request` if the agent server refused the request; `detail` contains its message.
         */
        get: operations["list-conversation-hooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/app-conversations/{conversation_id}/switch_profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch the conversation's model profile
         * @description Requires the scope `conversations:write`. Fails with `malformed_request` if the agent server refused the request; `detail` contains its message.
         */
        post: operations["switch-profile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/app-conversations/{conversation_id}/switch_acp_model": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch the model of an ACP agent
         * @description Requires the scope `conversations:write`. Fails with `malformed_request` if the agent server refused the request; `detail` contains its message.
         */
        post: operations["switch-acp-model"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversation/{conversation_id}/events/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search a conversation's events
         * @description Returns no events if the conversation does not exist. A page can hold fewer than `limit` events when events are large; continue while `next_page_id` is set. Requires the scope `conversations:read`.
         */
        get: operations["search-conversation-events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversation/{conversation_id}/events/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count a conversation's events
         * @description A count by time, or by a kind that the service does not know, examines at most 10,000 events. Beyond that it fails with 422 `too_many_rows`. Requires the scope `conversations:read`.
         */
        get: operations["count-conversation-events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversation/{conversation_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get several events by id
         * @description Requires the scope `conversations:read`.
         */
        get: operations["batch-get-conversation-events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search a conversation's events
         * @description Returns no events if the conversation does not exist. A page can hold fewer than `limit` events when events are large; continue while `next_page_id` is set. Requires the scope `conversations:read`.
         */
        get: operations["search-events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count a conversation's events
         * @description A count by time, or by a kind that the service does not know, examines at most 10,000 events. Beyond that it fails with 422 `too_many_rows`. Requires the scope `conversations:read`.
         */
        get: operations["count-events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get several events by id
         * @description Requires the scope `conversations:read`.
         */
        get: operations["batch-get-events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/app-conversations/{conversation_id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a conversation as a ZIP archive
         * @description The archive contains meta.json and one JSON file per event, in order. Only one download of a conversation can run at a time. Requires the scope `conversations:read`.
         */
        get: operations["download-conversation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shared-conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get public conversations
         * @description Returns an array in the requested order, with null for each that is not public. No API key is needed.
         */
        get: operations["batch-get-shared-conversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/app-conversations/{conversation_id}/shared-files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update the shared files of a conversation
         * @description Chooses the files of the sandbox that visitors of the public link can read. The files are copied now, from a running sandbox or from the saved workspace of a paused one, and stay as they are until another request or the end of the link. Also needs the scope `conversations:write`. Requires the scope `sandboxes:files`. Fails with `forbidden` if the caller is a member who did not make the conversation, or the operator of this deployment allows no public links. Fails with `conflict` if the conversation has no public link, a path names no file, or the sandbox is neither running nor paused.
         */
        put: operations["share-files"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shared-files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a file of a public conversation
         * @description Returns the file as it was when it was chosen, with known forms of secrets masked in texts. No API key is needed.
         */
        get: operations["get-shared-file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shared-events/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search a public conversation's events
         * @description Contains messages, tool calls with their results, and summaries. Instructions, settings, states and logs of the agent are left out, known forms of secrets are masked, and so are URLs of the sandbox. Returns no events if the conversation is not public. No API key is needed.
         */
        get: operations["search-shared-events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shared-events/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count a public conversation's events
         * @description A count by time examines at most 10,000 events. Beyond that it fails with 422 `too_many_rows`. Returns 0 if the conversation is not public. No API key is needed.
         */
        get: operations["count-shared-events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shared-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get several events of a public conversation
         * @description Returns an array in the requested order, with null for each event that visitors do not see. No API key is needed.
         */
        get: operations["batch-get-shared-events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shared-events/{conversation_id}/{event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an event of a public conversation
         * @description Returns null for an event that visitors do not see. No API key is needed.
         */
        get: operations["get-shared-event"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a conversation report
         * @description Agent servers call this with their delivery key, which the service gave them and which clients never see. An unknown conversation was started on the agent server itself; it is recorded for the sandbox's owner. Requires the delivery key of an agent.
         */
        post: operations["receive-conversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/events/{conversation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive events of a conversation
         * @description Agent servers call this with their delivery key, which the service gave them and which clients never see. The response is sent after the events are stored. Repeated events are stored once. Requires the delivery key of an agent.
         */
        post: operations["receive-events"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{sandbox_id}/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a conversation report of this sandbox
         * @description Agent servers call this with their delivery key, which the service gave them and which clients never see. An unknown conversation was started on the agent server itself; it is recorded for the sandbox's owner. Requires the delivery key of an agent.
         */
        post: operations["receive-sandbox-conversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{sandbox_id}/events/{conversation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive events of a conversation in this sandbox
         * @description Agent servers call this with their delivery key, which the service gave them and which clients never see. The response is sent after the events are stored. Repeated events are stored once. Requires the delivery key of an agent.
         */
        post: operations["receive-sandbox-events"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the owner's alert settings
         * @description Who receives alerts, and about what. URLs are shown without their path, which is a secret. Requires the scope `webhooks:read`.
         */
        get: operations["get-alerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the owner's alert settings
         * @description Fields that are not sent stay unchanged. `on` is kept with the receivers: without one, it contains all kinds. Each cause sends one alert: a budget at 50 % once a month, a failed start once. A receiver that fails does not delay others. After three days it is disabled; send its address again to enable it. Requires the scope `webhooks:write`. Fails with `value_error` if `mail` is not empty and the deployment sends no mail. Fails with `refused_url` if `slack_url` leads to no public address.
         */
        patch: operations["update-alerts"];
        trace?: never;
    };
    "/api/v1/alerts/own": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your alert settings
         * @description For people who have signed in, and for their API keys. Any valid API key can call this.
         */
        get: operations["get-own-alerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update your alert settings
         * @description Mail goes to your address at the identity provider. `on` is kept with the receivers: without one, it contains all kinds. Alerts are about the conversations that you made, and your budgets. Requires the scope `conversations:read`. Fails with `value_error` if `mail` is true and the deployment sends no mail, or your identity provider vouches for no mail address of yours. Fails with `refused_url` if `slack_url` leads to no public address.
         */
        patch: operations["update-own-alerts"];
        trace?: never;
    };
    "/api/v1/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints, oldest first
         * @description Requires the scope `webhooks:read`.
         */
        get: operations["list-webhook-endpoints"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description Messages are signed according to Standard Webhooks 1.0.0. The secret is shown only in this response. An owner can have at most 20 endpoints. Requires the scope `webhooks:write`. Safe to repeat with the same Idempotency-Key. Fails with `refused_url` if `url` is invalid, is not https on an allowed port, or does not resolve to a host on the public internet.
         */
        post: operations["create-webhook-endpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{endpoint_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook endpoint
         * @description Requires the scope `webhooks:read`.
         */
        get: operations["get-webhook-endpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Requires the scope `webhooks:write`.
         */
        delete: operations["delete-webhook-endpoint"];
        options?: never;
        head?: never;
        /**
         * Update a webhook endpoint
         * @description Fields that are not sent stay unchanged. An endpoint that is enabled again receives the messages that were still waiting, but no events from the time when it was disabled. Requires the scope `webhooks:write`. Fails with `refused_url` if `url` is invalid, is not https on an allowed port, or does not resolve to a host on the public internet.
         */
        patch: operations["update-webhook-endpoint"];
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{endpoint_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a webhook endpoint's secret
         * @description During the overlap, each message has two signatures: by the new and by the previous secret. The new secret is shown only in this response. Requires the scope `webhooks:write`. Safe to repeat with the same Idempotency-Key.
         */
        post: operations["rotate-webhook-secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{endpoint_id}/ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message
         * @description Sends the message once, whatever events the endpoint subscribes to, and does not retry. Get the message to see the result. Requires the scope `webhooks:write`.
         */
        post: operations["ping-webhook-endpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{endpoint_id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook messages, newest first
         * @description In the order of their `created_at`. Messages and their attempts are kept for 30 days. A page can hold fewer messages than `limit` when filters match few of them; continue while `next_page_id` is set. Requires the scope `webhooks:read`.
         */
        get: operations["list-webhook-messages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{endpoint_id}/messages/{message_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook message with its attempts
         * @description Requires the scope `webhooks:read`.
         */
        get: operations["get-webhook-message"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{endpoint_id}/messages/{message_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeliver a webhook message
         * @description Sends the message with the same id at once, then retries on a new schedule. A message that is waiting for its next attempt is sent now. Repeating the request has no further effect. Requires the scope `webhooks:write`.
         */
        post: operations["redeliver-webhook-message"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandboxes/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search sandboxes, newest first
         * @description A page examines at most 2,000 sandboxes. It can then hold fewer than `limit`, or none: continue while `next_page_id` is set. Requires the scope `sandboxes:read`.
         */
        get: operations["search-sandboxes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandboxes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get several sandboxes by id
         * @description Returns an array in the requested order, with null for each id that is not found. Requires the scope `sandboxes:read`.
         */
        get: operations["batch-get-sandboxes"];
        put?: never;
        /**
         * Start a sandbox
         * @description Requires the scope `sandboxes:write`. Safe to repeat with the same Idempotency-Key. Fails with `value_error` if a port in `wake` is not one of its spec, `resources` exceed the bounds of its spec, or the snapshot is of another spec.
         */
        post: operations["start-sandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandboxes/{sandbox_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a sandbox, or wait for its status
         * @description With `wait`, responds when the sandbox has that status, when it can no longer reach it by itself, or after `timeout`; check `status`. The number of requests that wait at the same time is limited, per API key and in total, streamed starts included. Beyond it, the request returns the current sandbox at once with a `Retry-After` header. Requires the scope `sandboxes:read`. Fails with `custom` if `timeout` is sent without `wait`.
         */
        get: operations["get-sandbox"];
        put?: never;
        post?: never;
        /**
         * Delete a sandbox and its workspace
         * @description The sandbox no longer exists after the response. Its conversations stay, with the sandbox status MISSING. Follow the deletion of its disks at `/api/v1/sandbox-deletions/{sandbox_id}`. Requires the scope `sandboxes:write`.
         */
        delete: operations["delete-sandbox"];
        options?: never;
        head?: never;
        /**
         * Update a sandbox
         * @description Ports that are not sent keep their policy. New `resources` apply from the next resume on, whatever resumes the sandbox; until then, they are in `next_resources`. Pause and resume a running sandbox to apply them at once. The workspace can only grow. Requires the scope `sandboxes:write`. Fails with `value_error` if a port in `wake` is not one of its spec, `resources` exceed the bounds of its spec, or the snapshot is of another spec.
         */
        patch: operations["update-sandbox"];
        trace?: never;
    };
    "/api/v1/sandboxes/{sandbox_id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a sandbox
         * @description Stops the compute and saves the workspace. Has no effect on a paused sandbox. Requires the scope `sandboxes:write`. Safe to repeat with the same Idempotency-Key.
         */
        post: operations["pause-sandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandboxes/{sandbox_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a sandbox
         * @description Starts the sandbox again from its saved workspace, with the same URLs and session key. Counts as activity if the sandbox is running. Tries again if it is in ERROR. Fails with 410 if the workspace no longer exists. A resume by Agent Canvas has no effect if it is the first one within five seconds of a pause by the same API key, because Agent Canvas sends one after its own pause. Its requests come from a web page with `X-Org-Id`, and without `X-OpenHands-Client` and `Idempotency-Key`. Requires the scope `sandboxes:write`. Safe to repeat with the same Idempotency-Key. Fails with `value_error` if `resources` exceed the bounds of its spec, or differ from the size of a running sandbox.
         */
        post: operations["resume-sandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandboxes/{sandbox_id}/rotate-session-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the session key of a sandbox
         * @description The old session key is invalid after the response. A running or starting sandbox starts again from its workspace with the new key, because an agent server accepts keys only once. Its status is STARTING until then, and its URLs stay the same. A paused sandbox gets the new key at its next resume. Requires the scope `sandboxes:write`. Safe to repeat with the same Idempotency-Key.
         */
        post: operations["rotate-session-key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandboxes/{sandbox_id}/ports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the opened ports of a sandbox, oldest first
         * @description The ports of its spec are not included: their URLs are in `exposed_urls` of the sandbox. Requires the scope `sandboxes:read`.
         */
        get: operations["list-sandbox-ports"];
        put?: never;
        /**
         * Open a port of a sandbox
         * @description Gives an app in the sandbox a URL of its own. The app must listen on `0.0.0.0`. The sandbox can be paused. A sandbox can have 20 open ports. Fails with 409 if sandboxes of this deployment have no domain, or are not behind CloudFront. Requires the scope `sandboxes:write`. Safe to repeat with the same Idempotency-Key.
         */
        post: operations["open-sandbox-port"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandboxes/{sandbox_id}/ports/{port_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Close an opened port
         * @description Its URL stops working within seconds and is never used again. Requires the scope `sandboxes:write`.
         */
        delete: operations["close-sandbox-port"];
        options?: never;
        head?: never;
        /**
         * Update an opened port
         * @description Fields that are not sent stay unchanged. The URL stays the same. Requires the scope `sandboxes:write`.
         */
        patch: operations["change-sandbox-port"];
        trace?: never;
    };
    "/api/v1/sandboxes/{sandbox_id}/ports/{port_id}/open-in-browser": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a link that opens a port in a browser
         * @description A browser that opens `url` within a minute shows the page `path`, and can use the port for twelve hours or until the session key is rotated. Anyone who opens `url` within that minute gets this access. Fails with 409 while the sandbox has no session key. Requires the scope `sandboxes:write`.
         */
        post: operations["open-port-in-browser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandboxes/{sandbox_id}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get or follow the logs of a sandbox
         * @description Returns what the agent server printed, or what commands printed, oldest first. Logs stay readable after the sandbox has ended: those of its last 10 runs, as long as the deployment keeps logs, and for 7 days after its deletion. The sandbox's keys and tokens in known formats are masked. Needs the scope `sandboxes:exec`, as programs can print secrets. With `follow=true`, streams server-sent events: one `line` for each line, whose id a client that reconnects sends as `Last-Event-ID`, and one `end`. A page can have fewer lines than its limit, even none, before the last one. Requires the scope `sandboxes:exec`. Fails with `custom` if `command_id` is sent without `source=commands`, `tail` together with `page_id`, or `until` together with `follow`.
         */
        get: operations["get-sandbox-logs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandboxes/{sandbox_id}/measurements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the CPU, memory, disk and network use of a sandbox
         * @description Returns one measurement a minute while the sandbox ran, oldest first: by default those of the last hour, at most those of 24 hours. A program in the sandbox measures, and programs in a sandbox are not trusted: bill by the usage report instead. Values that the sandbox cannot measure are null. Measurements stay readable as long as logs. Requires the scope `sandboxes:read`. Fails with `custom` if `since` is after `until`, or more than 24 hours before it.
         */
        get: operations["get-sandbox-measurements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandboxes/{sandbox_id}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a directory of a sandbox
         * @description Returns the entries of a directory in the order of the bytes of their names, hidden ones included, and the `entry` of the path itself. A symbolic link is described, not followed, unless it leads to a directory. Any other path has no items. The files of a paused sandbox are read from its saved workspace, without resuming it: only the disk is kept. Requires the scope `sandboxes:files`. Fails with `custom` if both `path` and `path_base64` are sent.
         */
        get: operations["list-sandbox-files"];
        put?: never;
        post?: never;
        /**
         * Delete a file or directory of a sandbox
         * @description Deletes a symbolic link itself, not what it leads to. The root, the disk and the working directory cannot be deleted. Requires the scope `sandboxes:files`. Fails with `custom` if not exactly one of `path` and `path_base64` is sent.
         */
        delete: operations["delete-sandbox-file"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandboxes/{sandbox_id}/files/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a file from a sandbox
         * @description Streams the bytes of a file. Follows symbolic links. A response has at most 67108864 bytes: read larger files with `Range`; for parts of one version, send its `ETag` as `If-Match`. A file of a paused sandbox is read from its saved workspace, without resuming it. The header `X-File-Source` says which: `sandbox` or `snapshot`. Requires the scope `sandboxes:files`. Fails with `custom` if not exactly one of `path` and `path_base64` is sent.
         */
        get: operations["read-sandbox-file"];
        /**
         * Save a file in a sandbox
         * @description Creates or replaces a file as a whole: readers see the old or the new content. Creates missing directories, and keeps the permissions of a file that it replaces. Writes through a symbolic link to the file that it names. For larger files, create a transfer. Requires the scope `sandboxes:files`. Fails with `custom` if not exactly one of `path` and `path_base64` is sent.
         */
        put: operations["write-sandbox-file"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandboxes/{sandbox_id}/files/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a folder from a sandbox
         * @description Streams a tar.gz archive of a folder. A running sandbox packs it, and the archive has at most 67108864 bytes: create a transfer for a larger one. For a paused sandbox, it is read from the saved workspace without resuming the sandbox, and has at most 67108864 bytes before it is packed and 20000 files and directories. `X-File-Source` says which. If the connection breaks, the archive is incomplete. Requires the scope `sandboxes:files`. Fails with `custom` if not exactly one of `path` and `path_base64` is sent.
         */
        get: operations["download-sandbox-folder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandboxes/{sandbox_id}/files/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move or rename a file or directory in a sandbox
         * @description Moves a symbolic link itself, not what it leads to. Creates missing directories of the new path, which names the file itself, never the directory to move it into. Requires the scope `sandboxes:files`. Fails with `custom` if not exactly one of `from` and `from_base64` is sent.
         */
        post: operations["move-sandbox-file"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandboxes/{sandbox_id}/files/directories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a directory in a sandbox
         * @description Creates missing parents too. A directory that exists stays as it is. Requires the scope `sandboxes:files`.
         */
        post: operations["create-sandbox-directory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/snapshots/{snapshot_id}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a directory of a snapshot
         * @description Lists the entries of a directory as for a sandbox, ordered by the bytes of their names, and the `entry` of the path itself. Fails with 409 unless the snapshot is READY. Requires the scope `sandboxes:files`. Fails with `custom` if both `path` and `path_base64` are sent.
         */
        get: operations["list-snapshot-files"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/snapshots/{snapshot_id}/files/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a file from a snapshot
         * @description Streams the bytes of a file. Follows symbolic links. A response has at most 67108864 bytes: read larger files with `Range`. Requires the scope `sandboxes:files`. Fails with `custom` if not exactly one of `path` and `path_base64` is sent.
         */
        get: operations["read-snapshot-file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/snapshots/{snapshot_id}/files/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a folder from a snapshot
         * @description Streams a tar.gz archive of a folder with at most 67108864 bytes before it is packed, and 20000 files and directories. A larger folder is a 413. If the connection breaks, the archive is incomplete. Requires the scope `sandboxes:files`. Fails with `custom` if not exactly one of `path` and `path_base64` is sent.
         */
        get: operations["download-snapshot-folder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/snapshots/{snapshot_id}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what changed between two snapshots
         * @description Lists the files, directories and links that differ between this snapshot and the one in `since`, ordered by path. A directory that was added or deleted is followed by all that it contains. Files of the same size are compared by their content up to 1 MiB, and larger ones by their time. Usually both are snapshots of one sandbox; any two of yours can be compared. Requires the scope `sandboxes:files`.
         */
        get: operations["list-snapshot-changes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandboxes/{sandbox_id}/files/transfers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a transfer of a large file or a folder
         * @description An upload takes the file, or a folder as a tar archive (with or without gzip), in parts of 4194304 bytes, in any order and several at a time. Complete it when all parts have arrived. A download packs a folder into a tar.gz archive; read it at `content_path` when the status is `done`. A file or archive has at most 2147483648 bytes, and a folder 200,000 entries. A transfer is deleted a day after its last step; delete it when it is no longer needed, as it takes space on the disk. Requires the scope `sandboxes:files`. Fails with `custom` if not exactly one of `path` and `path_base64` is sent, or an upload has no `size`.
         */
        post: operations["create-file-transfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandboxes/{sandbox_id}/files/transfers/{transfer_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a transfer
         * @description Requires the scope `sandboxes:files`.
         */
        get: operations["get-file-transfer"];
        put?: never;
        post?: never;
        /**
         * Delete a transfer
         * @description Frees the space that it takes on the disk. The files of a completed upload stay. Requires the scope `sandboxes:files`.
         */
        delete: operations["delete-file-transfer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandboxes/{sandbox_id}/files/transfers/{transfer_id}/parts/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Upload a part of a transfer
         * @description Part 0 has the first 4194304 bytes, part 1 the next, and so on. Sending a part again replaces it. Requires the scope `sandboxes:files`.
         */
        put: operations["write-transfer-part"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandboxes/{sandbox_id}/files/transfers/{transfer_id}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete an upload
         * @description Puts the upload in place: replaces the file as a whole, or unpacks the folder. Waits for up to 10 seconds; after that, get the transfer until its status is `done` or `failed`. Completing a transfer again has no effect. Requires the scope `sandboxes:files`.
         */
        post: operations["complete-file-transfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox-deletions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sandbox deletions, newest first
         * @description A deletion is listed for 7 days after it completes, or until its id is used again. A very recent deletion can be missing from the list; get it by id instead. Requires the scope `sandboxes:read`.
         */
        get: operations["list-sandbox-deletions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox-deletions/{sandbox_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a sandbox deletion
         * @description Fails with 404 if there was no such deletion, if its record has expired, or if a sandbox uses this id again. Requires the scope `sandboxes:read`.
         */
        get: operations["get-sandbox-deletion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandboxes/{sandbox_id}/fork": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fork a sandbox
         * @description Starts copies of the sandbox, which itself stays as it is. Each has an id, keys and addresses of its own, and counts towards limits like any other sandbox. All begin from one copy of the workspace. A running sandbox keeps running: what its programs hold in memory is not in the copy. Files that its agent has encrypted can be read in the forks, and in no other sandbox. The size, `capacity` and `wake` are those of the source unless you send others. If no fork can be started, the request fails with the first error. Requires the scope `sandboxes:write`. Safe to repeat with the same Idempotency-Key. Fails with `value_error` if a port in `wake` is not one of its spec, or `resources` exceed the bounds of its spec.
         */
        post: operations["fork-sandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandboxes/{sandbox_id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a paused sandbox from a snapshot
         * @description The next resume begins from the snapshot, which can be of any sandbox of the same spec. The workspace as it was is kept as a snapshot first. Also restores a sandbox whose workspace has expired or was lost. The sandbox keeps its id, keys and addresses. Fails with 409 while the sandbox is not paused. Requires the scope `sandboxes:write`. Safe to repeat with the same Idempotency-Key. Fails with `value_error` if the snapshot is of another spec.
         */
        post: operations["restore-sandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandboxes/{sandbox_id}/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a snapshot of a sandbox
         * @description Copies the workspace as it is now. A running sandbox keeps running: its file system is written to the disk first, but what programs hold in memory is not in the copy. Of a paused sandbox, the snapshot is READY in the response. Otherwise it is CREATING, and READY or ERROR later. Fails with 409 at the limit of snapshots. Requires the scope `sandboxes:write`. Safe to repeat with the same Idempotency-Key.
         */
        post: operations["create-snapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/snapshots/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search snapshots, newest first
         * @description Requires the scope `sandboxes:read`.
         */
        get: operations["search-snapshots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/snapshots/{snapshot_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a snapshot
         * @description Requires the scope `sandboxes:read`.
         */
        get: operations["get-snapshot"];
        put?: never;
        post?: never;
        /**
         * Delete a snapshot
         * @description The snapshot no longer exists after the response. Its data is deleted once no sandbox that began from it needs it. Follow this at `/api/v1/snapshot-deletions/{snapshot_id}`. Fails with 409 while sandboxes wait for it to become READY. Requires the scope `sandboxes:write`.
         */
        delete: operations["delete-snapshot"];
        options?: never;
        head?: never;
        /**
         * Update a snapshot
         * @description Fields that are not sent stay unchanged. Requires the scope `sandboxes:write`.
         */
        patch: operations["update-snapshot"];
        trace?: never;
    };
    "/api/v1/snapshot-deletions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List snapshot deletions, newest first
         * @description A deletion is listed for 7 days after it completes. Requires the scope `sandboxes:read`.
         */
        get: operations["list-snapshot-deletions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/snapshot-deletions/{snapshot_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a snapshot deletion
         * @description Requires the scope `sandboxes:read`.
         */
        get: operations["get-snapshot-deletion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandboxes/{sandbox_id}/commands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the commands of a sandbox, newest first
         * @description Ended commands are kept for a day: the last 100, as long as the sandbox runs. Requires the scope `sandboxes:exec`. Fails with `malformed_request` if the agent server refused the request; `detail` contains its message.
         */
        get: operations["list-commands"];
        put?: never;
        /**
         * Run a command in a sandbox
         * @description Streams the output as server-sent events: `command` first, then `stdout` and `stderr` as they come, `cut` where output is left out, and `exit` at the end. With `Accept: application/json`, responds with the output once the command has ended, or after 14 minutes with the status RUNNING. With `background`, responds with JSON as soon as it has started. The command continues when its client disconnects. A stream without `exit` or `error` at its end was cut off: continue it with GET …/output and the last `id` as `Last-Event-ID`. A repetition with the same Idempotency-Key follows the same command. Requires the scope `sandboxes:exec`. Safe to repeat with the same Idempotency-Key. Fails with `malformed_request` if the agent server refused the request; `detail` contains its message. Fails with `custom` if `command` is missing, and `tty` too. Fails with `not_a_directory` if `cwd` is not a directory of the sandbox. Fails with `too_long` if the command and its environment have more than 64 KiB.
         */
        post: operations["run-command"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandboxes/{sandbox_id}/commands/{command_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a command
         * @description Requires the scope `sandboxes:exec`. Fails with `malformed_request` if the agent server refused the request; `detail` contains its message.
         */
        get: operations["get-command"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandboxes/{sandbox_id}/commands/{command_id}/output": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get or follow the output of a command
         * @description Streams server-sent events from an offset until the command ends. With `Accept: application/json`, returns the output so far, at most 1 MB of each stream. A stream without `exit` or `error` at its end was cut off: continue it with GET …/output and the last `id` as `Last-Event-ID`. The last 16 MB of each stream are kept, of a terminal 2 MB. If too many requests are waiting, the stream ends after the output so far. Requires the scope `sandboxes:exec`. Fails with `malformed_request` if the agent server refused the request; `detail` contains its message.
         */
        get: operations["get-command-output"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandboxes/{sandbox_id}/commands/{command_id}/input": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send input to a command
         * @description Writes to the standard input of a command that was started with `stdin`, and closes it with `end`. Input waits until the command reads it. Requires the scope `sandboxes:exec`. Fails with `malformed_request` if the agent server refused the request; `detail` contains its message. Fails with `custom` if `data` is sent together with `base64`.
         */
        post: operations["send-command-input"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandboxes/{sandbox_id}/commands/{command_id}/resize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update the terminal size of a command
         * @description For a command that was started with `tty`. Its programs receive SIGWINCH. Requires the scope `sandboxes:exec`. Fails with `malformed_request` if the agent server refused the request; `detail` contains its message.
         */
        post: operations["resize-terminal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandboxes/{sandbox_id}/commands/{command_id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a command
         * @description Sends a signal to all its processes. After TERM, those that remain are killed 5 seconds later; a terminal is closed. INT interrupts as Ctrl-C does, in a terminal the program in the foreground, and that program decides what happens. Processes that left the session of the command with `setsid` continue. Has no effect on a command that has ended. Requires the scope `sandboxes:exec`. Fails with `malformed_request` if the agent server refused the request; `detail` contains its message.
         */
        post: operations["stop-command"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox-specs/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sandbox specs, the default first, your own last
         * @description Requires the scope `sandboxes:read`.
         */
        get: operations["search-sandbox-specs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox-specs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get several sandbox specs by id
         * @description Requires the scope `sandboxes:read`.
         */
        get: operations["batch-get-sandbox-specs"];
        put?: never;
        /**
         * Create a sandbox spec of your own
         * @description Only where the operator allows it, and with images of allowed registries. Only you see and use it. The service checks each version by a first start: a sandbox of yours, which counts and costs like any other and is deleted afterwards. `check` has the result. Sandboxes start from it once its check has passed. Requires the scope `sandboxes:write`. Safe to repeat with the same Idempotency-Key. Fails with `custom` if a field breaks a rule of specs: an image without a tag or digest, ports without AGENT_SERVER, a size that is not offered, or a variable that looks like a secret.
         */
        post: operations["create-sandbox-spec"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox-specs/{spec_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a sandbox spec
         * @description Requires the scope `sandboxes:read`.
         */
        get: operations["get-sandbox-spec"];
        put?: never;
        post?: never;
        /**
         * Delete a sandbox spec of your own
         * @description Sandboxes that were started from it stay, and can be resumed. Requires the scope `sandboxes:write`.
         */
        delete: operations["delete-sandbox-spec"];
        options?: never;
        head?: never;
        /**
         * Update a sandbox spec of your own
         * @description Makes a new version. Fields that are not sent stay unchanged. The service checks each version by a first start: a sandbox of yours, which counts and costs like any other and is deleted afterwards. `check` has the result. Until it has passed, sandboxes start from the version before. Existing sandboxes keep theirs. Requires the scope `sandboxes:write`. Fails with `custom` if a field breaks a rule of specs: an image without a tag or digest, ports without AGENT_SERVER, a size that is not offered, or a variable that looks like a secret.
         */
        patch: operations["update-sandbox-spec"];
        trace?: never;
    };
    "/api/v1/sandbox-specs/{spec_id}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a sandbox spec of your own again
         * @description Starts a sandbox of the current version again, for example after its image was pushed. Requires the scope `sandboxes:write`.
         */
        post: operations["recheck-sandbox-spec"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the API key of this request
         * @description Any valid API key can call this.
         */
        get: operations["get-current-key"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys, newest first
         * @description Returns the keys that are not revoked, at most 500. Members who are not admins see only their own. The secret part of a key is never shown again. Requires the scope `keys:read`.
         */
        get: operations["list-keys"];
        put?: never;
        /**
         * Create an API key
         * @description A key that a person creates, signed in or with a key of their own, belongs to that person. A key cannot grant more than it has: scopes that it lacks are refused, and its own limits and expiry apply where the request asks for none or for wider ones. An owner can have at most 200 keys. Requires the scope `keys:write`. Safe to repeat with the same Idempotency-Key. Fails with `value_error` if `expires_at` is in the past, not later than `not_before`, or later than the expiry of the calling key; or limits exceed those of the calling key.
         */
        post: operations["create-key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an API key
         * @description Requires the scope `keys:read`.
         */
        get: operations["get-key"];
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Takes effect with the next request, even for the key that sends this request and for the owner's last key. With `compromised=true`, the session keys of all sandboxes that the key could see are rotated too: running sandboxes start again from their workspaces. If there are too many for one request, `session_keys.complete` is false. Repeat the request then, also for the revoked key: it continues. Requires the scope `keys:write`.
         */
        delete: operations["revoke-key"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys/{key_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate an API key
         * @description Creates a key with the same name, scopes, limits and expiry. The old key stays valid for `overlap_seconds` (default: one day), but not past its own expiry. A key can be rotated once; rotate its successor next time. Requires the scope `keys:write`. Safe to repeat with the same Idempotency-Key. Fails with `value_error` if `expires_at` is in the past, or later than the expiry of the calling key.
         */
        post: operations["rotate-key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description Send this request with a token of the identity provider after each sign-in and each refresh. It records the person, and makes them a member of the owner that the deployment's settings assign, by a claim or by the domain of a verified email address. For a person who is a member of no owner, `memberships` is empty.
         */
        post: operations["sign-in"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description Invalidates all tokens of the person that were issued until now, in all browsers and programs. Also end the session at the identity provider, which can otherwise issue new tokens. With an API key, nothing changes.
         */
        post: operations["sign-out"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/owners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List owners
         * @description In no particular order. A page can hold fewer than `limit` items; the last page has no `next_page_id`. Requires the scope `admin`.
         */
        get: operations["list-owners"];
        put?: never;
        /**
         * Create an owner
         * @description Creates the owner with its limits and, if `key` is present, with a first API key. Limits that are not set default to the limits of the service. Requires the scope `admin`. Safe to repeat with the same Idempotency-Key. Fails with `value_error` if `expires_at` is in the past, not later than `not_before`, or later than the expiry of the calling key; or limits exceed those of the calling key.
         */
        post: operations["create-owner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/owners/{owner_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an owner
         * @description Requires the scope `admin`.
         */
        get: operations["get-owner"];
        put?: never;
        post?: never;
        /**
         * Delete an owner and everything it has
         * @description Suspends the owner at once, then deletes its keys, sandboxes with their workspaces, snapshots, conversations, settings, secrets and everything else, which takes minutes. `GET` shows the progress and, for at least a year, the receipt. A repeated request changes nothing, except that `records=delete` also deletes records that were kept. This cannot be undone. Requires the scope `admin`. Fails with `value_error` if `confirm` is not the ID of the owner.
         */
        delete: operations["delete-owner"];
        options?: never;
        head?: never;
        /**
         * Update an owner's limits, or suspend the owner
         * @description Limits that are not sent stay unchanged; null restores the default of the service. New limits apply to the next start or resume and, for requests, from the next minute. Running sandboxes continue, unless a budget is exceeded: that pauses them. A suspension refuses every start and resume with 403 `owner_suspended` at once, and pauses running sandboxes within a minute; their files are kept. Keys of the owner can still read, download and delete. Paused sandboxes do not resume by themselves after it is lifted. Requires the scope `admin`. Fails with `value_error` if `reason` is sent without `suspended: true`.
         */
        patch: operations["update-owner"];
        trace?: never;
    };
    "/api/v1/owners/{owner_id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an API key for an owner
         * @description The key can have any scope, including `admin`. A key with the scope `admin` expires no later than the key that creates it; people cannot create one for another owner. Requires the scope `admin`. Safe to repeat with the same Idempotency-Key. Fails with `value_error` if `expires_at` is in the past, not later than `not_before`, or later than the expiry of the calling key; or limits exceed those of the calling key.
         */
        post: operations["create-owner-key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get this key's limits and usage
         * @description This request does not count towards the rate limit, and succeeds even when that limit is used up. Any valid API key can call this.
         */
        get: operations["get-limits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/budgets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an organization's budgets
         * @description For admins, and for API keys that belong to no person. Returns the limits of the organization and its members in US dollars, and the costs of this month so far. Requires the scope `usage:read`.
         */
        get: operations["get-organization-budgets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update an organization's budget
         * @description For operators: the same limit as `monthly_budget_usd` of `PATCH /api/v1/owners/{owner_id}`. Without `monthly_limit`, nothing changes. If the new limit is used up, running sandboxes are paused within a minute. Requires the scope `admin`.
         */
        patch: operations["update-organization-budgets"];
        trace?: never;
    };
    "/api/organizations/{org_id}/budgets/overrides/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Save a member's budget
         * @description The same limit as `monthly_budget_usd` of the member's `limits`. It applies from the next request. If it is used up, running sandboxes are paused within a minute. Requires the scope `members:write`.
         */
        put: operations["put-budget-override"];
        post?: never;
        /**
         * Remove a member's budget
         * @description The member's other limits and those of the organization stay. The request can be repeated. Requires the scope `members:write`.
         */
        delete: operations["delete-budget-override"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/members/financial": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the costs of an organization's members
         * @description For admins, and for API keys that belong to no person. Returns the costs of sandboxes that members and their API keys started or resumed, and of the language models that they used, in US dollars, in the order in which members joined. `GET /api/organizations/{org_id}/conversations/user-usage` has the costs that agents reported. Requires the scope `usage:read`.
         */
        get: operations["list-member-finances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit entries, newest first
         * @description Entries are kept for one year. A page can hold fewer entries than `limit` when filters match few of them; continue while `next_page_id` is set. Requires the scope `audit:read`.
         */
        get: operations["list-audit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/device/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a device code
         * @description Show `user_code` and `verification_uri` to the person who signs in, then poll for the token every `interval` seconds. The URLs lead to the web console if there is one. Programs are not registered: other parameters, such as `client_id`, are ignored. One IP address can start 30 sign-ins in 10 minutes; the whole service, 500. No API key is needed.
         */
        post: operations["authorize-device"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/device/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a device code for an API key
         * @description The key is returned once. Until the code is approved, the request fails: keep polling on `authorization_pending` and `slow_down`; stop on `expired_token`, `access_denied`, `invalid_grant`, `invalid_request` and `unsupported_grant_type`. `slow_down` raises the polling interval by five seconds, up to 30; use the `interval` of that response from then on. No API key is needed. Fails with `malformed_request` if `client_id` is sent without `grant_type`.
         */
        post: operations["get-device-token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/device/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the page that approves a device
         * @description An HTML page for people. `user_code` fills in its field. It leads to the web console if there is one. Otherwise the person types the API key, and the page sends it in a header only. No API key is needed.
         */
        get: operations["show-device-page"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/device/requests/{user_code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the sign-in request of a device
         * @description Returns what a person must know before the approval: who asks, when, from where, and for what. All API keys and members of an owner together can try 20 codes in 10 minutes. Requires the scope `keys:write`.
         */
        get: operations["get-device-request"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/device/verify-authenticated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve or deny a device
         * @description The device receives an API key of the same owner as the approving key. It has the scopes that the approval names, or else those that the program asked for and the approving key has. It expires no later than that key. Requires the scope `keys:write`. Fails with `value_error` if `scope` has none or unknown scopes; or `expires_at` is in the past.
         */
        post: operations["verify-device"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/automation/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check the health of automations
         * @description Any valid API key can call this.
         */
        get: operations["get-automation-health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/automation/sdk-version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the automation SDK version
         * @description Any valid API key can call this.
         */
        get: operations["get-automation-sdk-version"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys/llm/byor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the model key that the service lends
         * @description Any valid API key can call this.
         */
        get: operations["get-llm-key"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys/llm/byor/permitted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether the service lends model keys
         * @description Any valid API key can call this.
         */
        get: operations["get-llm-key-permitted"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/skills/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search skills
         * @description Any valid API key can call this.
         */
        get: operations["search-skills"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/onboarding_status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether to show an introduction
         * @description Any valid API key can call this.
         */
        get: operations["get-onboarding-status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/git/installations/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search installations of a git provider
         * @description Workspaces, projects, organizations or app installations, depending on the provider. A GitHub personal access token has one installation: `all`. Results are cached for one minute. Use the same `limit` for all pages. If the provider fails, the request fails with an explanation; it never returns an empty list instead. Requires the scope `conversations:read`.
         */
        get: operations["search-installations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/git/repositories/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search repositories
         * @description Without `query`, returns the repositories that the token can access, most recently pushed first. With `query`, also finds public repositories by part of their name, by `owner/name` or by URL, such as `https://github.com/owner/name`. Results are cached for one minute. Use the same `limit` for all pages. If the provider fails, the request fails with an explanation; it never returns an empty list instead. Requires the scope `conversations:read`.
         */
        get: operations["search-repositories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/git/branches/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search branches of a repository
         * @description Results are cached for one minute. Use the same `limit` for all pages. If the provider fails, the request fails with an explanation; it never returns an empty list instead. Requires the scope `conversations:read`.
         */
        get: operations["search-branches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/git/suggested-tasks/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List suggested tasks from all git providers
         * @description Pull requests of the owner with conflicts, failing checks or unresolved comments, and issues assigned to the owner. `failures` lists the providers that did not respond. If there are no tasks and a provider failed, the request fails. Providers without a token are not asked. Requires the scope `conversations:read`.
         */
        get: operations["search-suggested-tasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/git-organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List organizations of the git user
         * @description Organizations, groups or workspaces, from the first git provider that responds. Providers without a token are not asked. Requires the scope `settings:read`.
         */
        get: operations["get-git-organizations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/web-client/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the web client configuration
         * @description No API key is needed.
         */
        get: operations["get-web-client-config"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/saas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether the app mode is saas
         * @description Clients of the hosted product ask this. `oidc` of `GET /api/v1/web-client/config` says how people sign in. No API key is needed.
         */
        get: operations["get-saas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/config/models/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List language models, the default first
         * @description Any valid API key can call this.
         */
        get: operations["search-models"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/config/providers/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List model providers
         * @description Any valid API key can call this.
         */
        get: operations["search-providers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/git-info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the git user
         * @description From the named git provider; use this to test its token. Without `provider`, from the first git provider that responds. Without any git token, `id` and `login` are the owner of the API key. Requires the scope `settings:read`.
         */
        get: operations["get-git-info"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List organizations
         * @description Lists the organizations that the person is a member of, in the order in which they joined. An API key belongs to one organization. Any valid API key can call this.
         */
        get: operations["list-organizations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an organization
         * @description Its name and contact, with its settings. Requires the scope `settings:read`.
         */
        get: operations["get-organization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the name and contact of an organization
         * @description The ID of the owner does not change. Fields that are not sent stay unchanged; an empty `contact_email` removes it. Admins have the required scope. Requires the scope `settings:write`.
         */
        patch: operations["update-organization"];
        trace?: never;
    };
    "/api/organizations/{org_id}/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the caller's membership of an organization
         * @description Any valid API key can call this.
         */
        get: operations["get-organization-member"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/members/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a member of an organization
         * @description Reading another member requires the scope `members:read`. Any valid API key can call this.
         */
        get: operations["find-organization-member"];
        put?: never;
        post?: never;
        /**
         * Remove a member
         * @description Takes effect with the member's next request. What the member made stays. With `keys=revoke`, all API keys of the member stop working at once. If one request cannot mark all of them as revoked, `keys.complete` is false: repeat the request. With `keys=keep`, the keys stay valid within the limits of the member, without `members:write` and `admin`. The last admin cannot be removed. Session keys of sandboxes that the member has seen work until they are rotated: `session_keys=rotate` does this for all sandboxes, and running ones start again from their workspaces. If `session_keys.complete` is false, repeat the request. Requires the scope `members:write`. Fails with `value_error` if `session_keys=rotate` is sent without `keys=revoke`.
         */
        delete: operations["remove-member"];
        options?: never;
        head?: never;
        /**
         * Update a member
         * @description Changes the role, the limits or both. Fields that are not sent stay unchanged. Changes apply from the member's next request. The last admin cannot get another role. A role that the identity provider manages (`managed`) can only be changed there. Requires the scope `members:write`.
         */
        patch: operations["update-member"];
        trace?: never;
    };
    "/api/organizations/{org_id}/profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an organization's model profiles
         * @description Requires the scope `settings:read`.
         */
        get: operations["list-organization-profiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an organization's members
         * @description Members are people, listed in the order in which they joined. API keys that belong to no person are not members. Requires the scope `members:read`.
         */
        get: operations["list-members"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/members/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count an organization's members
         * @description Requires the scope `members:read`.
         */
        get: operations["count-members"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/members/{user_id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a member's sessions
         * @description Tokens that were issued until now are refused in this organization: the member must sign in again. API keys stay valid. Requires the scope `members:write`.
         */
        delete: operations["end-member-sessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/switch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Choose an organization
         * @description From now on, requests of the person without X-Org-Id are for this organization, in all sessions. An API key always belongs to the same organization. Any valid API key can call this.
         */
        post: operations["switch-organization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/members/invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List pending invitations
         * @description The newest first, at most 100. Requires the scope `members:read`.
         */
        get: operations["list-invitations"];
        put?: never;
        /**
         * Invite people to an organization
         * @description Each address gets an invitation of its own, which only the person with this verified address can accept. Without `emails`, the request creates one invitation link, which the first person who has it can accept. An invitation can be used once, and only while the person who made it can invite people. An organization can have 100 pending invitations. Requires the scope `members:write`. Fails with `value_error` if `expires_at` is in the past, or more than 30 days ahead.
         */
        post: operations["invite-members"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/members/invite/{invitation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an invitation
         * @description Requires the scope `members:write`.
         */
        delete: operations["revoke-invitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/members/invite/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open an invitation
         * @description An HTML page that leads to the web console and moves the token to the fragment of the URL. `invite_url` leads to the console directly, because servers on the way can log the query of a URL. No API key is needed.
         */
        get: operations["open-invitation"];
        put?: never;
        /**
         * Accept an invitation
         * @description Makes the person who sends the request a member. Only the person with the verified address of an invitation can accept it. The person who accepted an invitation can repeat the request.
         */
        post: operations["accept-invitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get settings
         * @description Returns the owner's settings merged with the defaults of the deployment. Secrets are never shown; the `…_set` fields are true for those that are stored. Requires the scope `settings:read`.
         */
        get: operations["get-settings"];
        put?: never;
        /**
         * Update settings
         * @description Fields that are not sent stay unchanged. The two `_diff` fields are merged deeply: null removes a field. In `agent_settings_diff`, MCP servers by name are merged too, and null removes a server. The lists of servers, and `mcp_config` itself, replace all servers. Sending a mask back keeps the stored secret; an empty string removes it. Requires the scope `settings:write`. Fails with `too_big` if the stored settings would exceed 200,000 characters or hold too many secrets. Fails with `other_origin` if a stored secret would be sent to another scheme, host or port: send the secret again with the URL. Fails with `custom` if agents cannot apply a field of an MCP server, which the error names; or a setting asks for what this service does not have: `remote_runtime_resource_factor`, `sandbox_base_container_image`, `sandbox_runtime_container_image`, `enable_classify_and_switch_llm_tool`, or a `sandbox_grouping_strategy` other than `NO_GROUPING`.
         */
        post: operations["update-settings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings/agent-schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the schema of agent settings
         * @description Any valid API key can call this.
         */
        get: operations["get-agent-settings-schema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings/conversation-schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the schema of conversation settings
         * @description Any valid API key can call this.
         */
        get: operations["get-conversation-settings-schema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an organization's settings
         * @description The same settings as `/api/v1/settings`: all members of an organization share them. Requires the scope `settings:read`.
         */
        get: operations["get-organization-settings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update an organization's settings
         * @description The same settings as `/api/v1/settings`: all members of an organization share them. Fields that are not sent stay unchanged. The two `_diff` fields are merged deeply: null removes a field. Requires the scope `settings:write`. Fails with `too_big` if the stored settings would exceed 200,000 characters or hold too many secrets. Fails with `other_origin` if a stored secret would be sent to another scheme, host or port: send the secret again with the URL. Fails with `custom` if agents cannot apply a field of an MCP server, which the error names; or a setting asks for what this service does not have: `remote_runtime_resource_factor`, `sandbox_base_container_image`, `sandbox_runtime_container_image`, `enable_classify_and_switch_llm_tool`, or a `sandbox_grouping_strategy` other than `NO_GROUPING`.
         */
        patch: operations["update-organization-settings"];
        trace?: never;
    };
    "/api/organizations/llm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an organization's settings, for older clients
         * @description The same settings as `/api/v1/settings`: all members of an organization share them. Requires the scope `settings:read`.
         */
        get: operations["get-organization-models"];
        put?: never;
        /**
         * Update an organization's settings, for older clients
         * @description The same settings as `/api/v1/settings`: all members of an organization share them. Requires the scope `settings:write`. Fails with `too_big` if the stored settings would exceed 200,000 characters or hold too many secrets. Fails with `other_origin` if a stored secret would be sent to another scheme, host or port: send the secret again with the URL. Fails with `custom` if agents cannot apply a field of an MCP server, which the error names; or a setting asks for what this service does not have: `remote_runtime_resource_factor`, `sandbox_base_container_image`, `sandbox_runtime_container_image`, `enable_classify_and_switch_llm_tool`, or a `sandbox_grouping_strategy` other than `NO_GROUPING`.
         */
        post: operations["update-organization-models"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/app": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an organization's app settings
         * @description The same settings as `/api/v1/settings`: all members of an organization share them. Requires the scope `settings:read`.
         */
        get: operations["get-organization-app"];
        put?: never;
        /**
         * Update an organization's app settings
         * @description The same settings as `/api/v1/settings`: all members of an organization share them. With `last_known_updated_at`, fails with 409 if they have changed since. Requires the scope `settings:write`. Fails with `custom` if a setting asks for what this service does not have: `remote_runtime_resource_factor`, `sandbox_base_container_image`, `sandbox_runtime_container_image`, `enable_classify_and_switch_llm_tool`, or a `sandbox_grouping_strategy` other than `NO_GROUPING`. Fails with `too_big` if `registered_marketplaces` is not empty.
         */
        post: operations["update-organization-app"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/app": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get app settings
         * @description The same settings as `/api/v1/settings`: all members of an organization share them. Requires the scope `settings:read`.
         */
        get: operations["get-user-app"];
        put?: never;
        /**
         * Update app settings
         * @description The same settings as `/api/v1/settings`: all members of an organization share them. Fields that are not sent stay unchanged. Requires the scope `settings:write`.
         */
        post: operations["update-user-app"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings/profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List model profiles
         * @description Requires the scope `settings:read`.
         */
        get: operations["list-profiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings/profiles/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a model profile
         * @description Requires the scope `settings:read`.
         */
        get: operations["get-profile"];
        put?: never;
        /**
         * Save a model profile
         * @description Without `llm`, saves the current model. Replaces an existing profile of this name, which keeps its key unless a new one is sent. Requires the scope `settings:write`. Fails with `too_big` if the stored settings would exceed 200,000 characters or hold too many secrets. Fails with `other_origin` if a stored secret would be sent to another scheme, host or port: send the secret again with the URL.
         */
        post: operations["save-profile"];
        /**
         * Delete a model profile
         * @description Succeeds even if the profile does not exist. Requires the scope `settings:write`.
         */
        delete: operations["delete-profile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings/profiles/{name}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activate a model profile
         * @description Requires the scope `settings:write`.
         */
        post: operations["activate-profile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings/profiles/{name}/rename": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rename a model profile
         * @description Requires the scope `settings:write`.
         */
        post: operations["rename-profile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/profiles/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a model profile of an organization
         * @description Requires the scope `settings:read`.
         */
        get: operations["get-organization-profile"];
        put?: never;
        /**
         * Save a model profile of an organization
         * @description Without `llm`, saves the current model. Replaces an existing profile of this name, which keeps its key unless a new one is sent. Requires the scope `settings:write`. Fails with `too_big` if the stored settings would exceed 200,000 characters or hold too many secrets. Fails with `other_origin` if a stored secret would be sent to another scheme, host or port: send the secret again with the URL.
         */
        post: operations["save-organization-profile"];
        /**
         * Delete a model profile of an organization
         * @description Succeeds even if the profile does not exist. Requires the scope `settings:write`.
         */
        delete: operations["delete-organization-profile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/profiles/{name}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activate a model profile of an organization
         * @description Requires the scope `settings:write`.
         */
        post: operations["activate-organization-profile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/profiles/{name}/rename": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rename a model profile of an organization
         * @description Requires the scope `settings:write`.
         */
        post: operations["rename-organization-profile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/provider-connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List provider connections
         * @description Requires the scope `settings:read`.
         */
        get: operations["list-provider-connections"];
        put?: never;
        /**
         * Create a provider connection
         * @description Requires the scope `settings:write`. Fails with `too_big` if the stored settings would exceed 200,000 characters or hold too many secrets. Fails with `other_origin` if a stored secret would be sent to another scheme, host or port: send the secret again with the URL. Fails with `custom` if `base_url` has a user, a password, a query or a fragment.
         */
        post: operations["create-provider-connection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/provider-connections/{connection_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a provider connection
         * @description Requires the scope `settings:write`.
         */
        delete: operations["delete-provider-connection"];
        options?: never;
        head?: never;
        /**
         * Update a provider connection
         * @description Fields that are not sent stay unchanged. Model profiles that use the connection get the new key at the next start. Requires the scope `settings:write`. Fails with `too_big` if the stored settings would exceed 200,000 characters or hold too many secrets. Fails with `other_origin` if a stored secret would be sent to another scheme, host or port: send the secret again with the URL. Fails with `custom` if `base_url` has a user, a password, a query or a fragment.
         */
        patch: operations["update-provider-connection"];
        trace?: never;
    };
    "/api/agent-profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List agent profiles
         * @description Requires the scope `settings:read`.
         */
        get: operations["get-agent-profiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent-profiles/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an agent profile
         * @description Secret values, such as program arguments, are masked. Saving a mask keeps the stored value. Requires the scope `settings:read`.
         */
        get: operations["get-agent-profile"];
        put?: never;
        /**
         * Save an agent profile
         * @description Replaces an existing profile of this name: its id stays and its revision increases. Start a conversation with it by `agent_profile_id`. Requires the scope `settings:write`. Fails with `too_big` if the stored settings would exceed 200,000 characters or hold too many secrets. Fails with `custom` if a field belongs to the other agent kind, `llm_profile_ref` is missing for kind `openhands`, or `public_skills`, `meta_profile_ref` or `enable_classify_and_switch_llm_tool` is set.
         */
        post: operations["save-agent-profile"];
        /**
         * Delete an agent profile
         * @description Succeeds even if the profile does not exist. Conversations that were started with it stay. Requires the scope `settings:write`.
         */
        delete: operations["delete-agent-profile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent-profiles/{name}/rename": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rename an agent profile
         * @description Requires the scope `settings:write`.
         */
        post: operations["rename-agent-profile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent-profiles/{name}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activate an agent profile
         * @description Clients start new conversations with the active profile. The owner's settings do not change. Requires the scope `settings:write`.
         */
        post: operations["activate-agent-profile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/secrets/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List secrets by name
         * @description Returns names and descriptions. Values are never shown. Requires the scope `settings:read`.
         */
        get: operations["search-secrets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a secret
         * @description Replaces an existing secret of this name, which keeps its description unless a new one is sent. Line breaks at the end of `value` are removed, and Windows line breaks become those of Linux, as agents hide a secret where a program prints exactly this value. They also hide its lines that have at least 20 characters, or 8 with a digit. Requires the scope `settings:write`. Safe to repeat with the same Idempotency-Key. Fails with `custom` if `value` has only line breaks.
         */
        post: operations["create-secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/secrets/{secret_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update a secret
         * @description Changes the name or the description and, with `value`, the value. The id of a secret is its name. Line breaks at the end of `value` are removed, and Windows line breaks become those of Linux, as agents hide a secret where a program prints exactly this value. They also hide its lines that have at least 20 characters, or 8 with a digit. Requires the scope `settings:write`. Fails with `custom` if `value` has only line breaks.
         */
        put: operations["update-secret"];
        post?: never;
        /**
         * Delete a secret
         * @description Requires the scope `settings:write`.
         */
        delete: operations["delete-secret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/secrets/git-providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Save git provider tokens
         * @description Providers that are not sent, or without a token and a host, stay unchanged, and so does the GitHub App. The permissions of a token or an App are not checked. Requires the scope `settings:write`. Fails with `other_origin` if a stored token or key would be sent to another host: send it again with the host. Fails with `custom` if `private_key` of `github_app` is a mask. Fails with `value_error` if `private_key` of `github_app` is missing for a new App, or is not an RSA key of at least 2,048 bits.
         */
        post: operations["add-git-providers"];
        /**
         * Remove git provider tokens
         * @description Removes the token of the named provider, or all tokens. The GitHub App goes with the token of GitHub. Requires the scope `settings:write`.
         */
        delete: operations["remove-git-providers"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandboxes/{sandbox_id}/settings/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the secrets available to a sandbox
         * @description Authenticate with the session key of this sandbox, while it runs. Git provider tokens are named `…_TOKEN`. Requires the session key of a sandbox.
         */
        get: operations["list-sandbox-secrets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandboxes/{sandbox_id}/settings/secrets/{secret_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a secret for a sandbox
         * @description Authenticate with the session key of this sandbox, while it runs. Names such as `github_token` return git provider tokens. Requires the session key of a sandbox.
         */
        get: operations["get-sandbox-secret"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a git provider token for a sandbox
         * @description Authenticate with X-Access-Token, which the service issued to the sandbox for one git provider, and for one repository. It is valid while the sandbox runs. Returns a token of the GitHub App of the owner, which lasts for one hour and for that repository, or else the stored token. No API key is needed.
         */
        get: operations["get-webhook-secret"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prebuilds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List prebuilds, oldest first
         * @description Requires the scope `sandboxes:read`.
         */
        get: operations["list-prebuilds"];
        put?: never;
        /**
         * Create a prebuild
         * @description Clones the repository in a new sandbox, runs its `.openhands/setup.sh` and keeps the workspace as a snapshot. Conversations that start in a new sandbox with this repository, branch and sandbox spec begin from it. The sandbox of a build counts and costs like any other. The secret of the webhook is shown only in this response. An owner can have at most 20 prebuilds, and only one for each repository, branch and sandbox spec: a second one is refused with a 409 that has the `prebuild_id` of the first. Requires the scope `sandboxes:write`. Safe to repeat with the same Idempotency-Key. Fails with `value_error` if `sandbox_spec_id` is not a sandbox spec, or does not offer `resources`.
         */
        post: operations["create-prebuild"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prebuilds/{prebuild_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a prebuild
         * @description Requires the scope `sandboxes:read`.
         */
        get: operations["get-prebuild"];
        put?: never;
        post?: never;
        /**
         * Delete a prebuild
         * @description Also deletes its snapshot, and the sandbox of a build. Sandboxes that began from it stay as they are. Requires the scope `sandboxes:write`.
         */
        delete: operations["delete-prebuild"];
        options?: never;
        head?: never;
        /**
         * Update a prebuild
         * @description Fields that are not sent stay unchanged. To build another repository, branch or spec, create another prebuild. After a change to `push`, rotate the secret to get one. Requires the scope `sandboxes:write`. Fails with `value_error` if the sandbox spec does not offer `resources`.
         */
        patch: operations["update-prebuild"];
        trace?: never;
    };
    "/api/v1/prebuilds/{prebuild_id}/build": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a build of a prebuild
         * @description While a build is under way, one more follows it. Starts use the current build until the new one has succeeded. Requires the scope `sandboxes:write`.
         */
        post: operations["request-prebuild-build"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prebuilds/{prebuild_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a prebuild's webhook
         * @description The old secret ends at once. The new one is shown only in this response. Requires the scope `sandboxes:write`. Safe to repeat with the same Idempotency-Key.
         */
        post: operations["rotate-prebuild-secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prebuild-hooks/{prebuild_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a push from a git provider
         * @description For the webhook of a git provider, with the content type `application/json` and the secret of the prebuild. GitHub, Forgejo, Gitea and Bitbucket sign the body (`X-Hub-Signature-256` or `X-Hub-Signature`, HMAC-SHA256), GitLab sends the secret (`X-Gitlab-Token`). A push to the prebuild's branch asks for a build; other events have no effect. No API key is needed.
         */
        post: operations["receive-push"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get usage and costs
         * @description Returns the usage of sandboxes and the number of requests between `from` (inclusive; default: the start of the month, UTC) and `to` (exclusive; default: now), at most 92 days. Usage is charged at the prices in force at the time; totals cover the whole time span. `format=csv` or `Accept: text/csv` returns all groups as CSV. Requires the scope `usage:read`. Fails with `custom` if `split_by` equals `group_by`. Fails with `value_error` if `from` is not before `to` (default: now), or the span exceeds 92 days.
         */
        get: operations["get-usage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an overview of sandboxes, conversations, starts and costs
         * @description Everything that a start page shows, in one request. Poll it with `If-None-Match`: a response that has not changed does not count towards the rate limit. Session keys are left out. Parts that the API key cannot read are null, and `unavailable` names the scope that it lacks. Any valid API key can call this.
         */
        get: operations["get-overview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/announcements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List announcements of the operator
         * @description Returns at most 20. Callers with the scope `admin` also see those that have not started. Any valid API key can call this.
         */
        get: operations["list-announcements"];
        put?: never;
        /**
         * Create an announcement for all owners
         * @description The console shows it above every page from `starts_at` to `ends_at`. Requires the scope `admin`. Fails with `value_error` if `ends_at` is in the past, not after `starts_at`, or more than 90 days after it.
         */
        post: operations["create-announcement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/announcements/{announcement_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an announcement
         * @description Requires the scope `admin`.
         */
        delete: operations["delete-announcement"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an overview of all owners and of the health of the deployment
         * @description The sweep writes it once a minute. If `sweep_age_seconds` is above 180, the sweep does not run. `failures` counts the failures of the last 24 hours by reason; a failure can be counted twice. Requires the scope `admin`.
         */
        get: operations["get-operator-overview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the current user
         * @description Includes the user's settings. Secrets are masked. `expose_secrets=true` shows them to a caller that sends the API key in `Authorization: Bearer` and the session key of a running sandbox of the same owner in X-Session-API-Key. The operator's own model key is never shown. Requires the scope `settings:read`.
         */
        get: operations["get-current-user"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send messages to the MCP server
         * @description The Model Context Protocol over streamable HTTP, without sessions: revision 2026-07-28, and those from 2024-10-07 to 2025-11-25. The tools call endpoints of this API with the API key of the request, and only those that its scopes allow are listed. A request can be answered with JSON or with server-sent events, so `Accept` must allow both. The `Idempotency-Key` of a tool call is passed on. Any valid API key can call this.
         */
        post: operations["call-mcp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/llm/v1/chat/completions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a chat completion
         * @description Goes to the current model of the key's conversation, with the provider's key, and returns the provider's response: its status, its errors, and its headers about rate limits. Errors of this service have the header `X-ACS-Error`. A budget that is used up is a 402 `quota_exceeded`. Requires the model key of a conversation. Fails with `malformed_request` if a field would make the provider spend money on something else than tokens. Fails with `model_not_brokered` if agents call the model of the conversation themselves. Fails with `model_interface_missing` if the provider of the conversation's model has another interface. Fails with `model_key_missing` if the model of the conversation needs a key, and has none. Fails with `quota_exceeded` if a budget is used up.
         */
        post: operations["create-chat-completion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/llm/v1/responses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a response of a model
         * @description Goes to the current model of the key's conversation, with the provider's key, and returns the provider's response: its status, its errors, and its headers about rate limits. Errors of this service have the header `X-ACS-Error`. A budget that is used up is a 402 `quota_exceeded`. Requires the model key of a conversation. Fails with `malformed_request` if a field would make the provider spend money on something else than tokens. Fails with `model_not_brokered` if agents call the model of the conversation themselves. Fails with `model_interface_missing` if the provider of the conversation's model has another interface. Fails with `model_key_missing` if the model of the conversation needs a key, and has none. Fails with `quota_exceeded` if a budget is used up.
         */
        post: operations["create-model-response"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/llm/v1/embeddings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create embeddings
         * @description Goes to the current model of the key's conversation, with the provider's key, and returns the provider's response: its status, its errors, and its headers about rate limits. Errors of this service have the header `X-ACS-Error`. A budget that is used up is a 402 `quota_exceeded`. Requires the model key of a conversation. Fails with `malformed_request` if a field would make the provider spend money on something else than tokens. Fails with `model_not_brokered` if agents call the model of the conversation themselves. Fails with `model_interface_missing` if the provider of the conversation's model has another interface. Fails with `model_key_missing` if the model of the conversation needs a key, and has none. Fails with `quota_exceeded` if a budget is used up.
         */
        post: operations["create-embeddings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/llm/v1/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a message with the interface of Anthropic
         * @description Goes to the current model of the key's conversation, with the provider's key, and returns the provider's response: its status, its errors, and its headers about rate limits. Errors of this service have the header `X-ACS-Error`. A budget that is used up is a 402 `quota_exceeded`. Requires the model key of a conversation. Fails with `malformed_request` if a field would make the provider spend money on something else than tokens. Fails with `model_not_brokered` if agents call the model of the conversation themselves. Fails with `model_interface_missing` if the provider of the conversation's model has another interface. Fails with `model_key_missing` if the model of the conversation needs a key, and has none. Fails with `quota_exceeded` if a budget is used up.
         */
        post: operations["create-anthropic-message"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/model-calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List requests to language models, newest first
         * @description What agents requested through the model broker, with tokens and costs, for 90 days. Prompts and responses are not recorded. Members without a filter by conversation or sandbox see what they and their API keys pay for. A page can hold fewer entries than `limit` when filters match few of them; continue while `next_page_id` is set. Requires the scope `usage:read`.
         */
        get: operations["list-model-calls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/alive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the service is alive
         * @description No API key is needed.
         */
        get: operations["get-alive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the service is alive, as plain text
         * @description No API key is needed.
         */
        get: operations["get-health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the service is ready
         * @description No API key is needed.
         */
        get: operations["get-ready"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/server_info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the server's version
         * @description No API key is needed.
         */
        get: operations["get-server-info"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the OpenAPI 3.1 document
         * @description No API key is needed.
         */
        get: operations["get-openapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/migration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the migration guide
         * @description An HTML page that maps every legacy endpoint and field to the current generation. No API key is needed.
         */
        get: operations["get-migration-guide"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        CreateConversationRequest: {
            repository?: (string & (unknown & unknown)) | null;
            git_provider?: components["schemas"]["LegacyGitProvider"] | null;
            selected_branch?: (string & (unknown & unknown)) | null;
            initial_user_msg?: string | null;
            image_urls?: string[] | null;
            replay_json?: string | null;
            suggested_task?: components["schemas"]["LegacySuggestedTask"];
            create_microagent?: components["schemas"]["CreateMicroagent"];
            conversation_instructions?: string | null;
            mcp_config?: components["schemas"]["McpConfig"];
            conversation_id?: string & (unknown & unknown);
        };
        /** @enum {string} */
        LegacyGitProvider: "github" | "gitlab" | "bitbucket" | "enterprise_sso";
        LegacySuggestedTask: {
            /** @description Owner and name of a repository, with a slash between them. GitLab nests groups (`group/subgroup/name`), and Azure DevOps names organization, project and repository (a space is `%20`, and a percent sign `%25`). */
            repo: string & (unknown & unknown);
            issue_number?: number;
            title?: string;
            git_provider?: components["schemas"]["LegacyGitProvider"] | null;
            task_type?: components["schemas"]["TaskType"] | null;
        };
        /** @enum {string} */
        TaskType: "MERGE_CONFLICTS" | "FAILING_CHECKS" | "UNRESOLVED_COMMENTS" | "OPEN_ISSUE" | "OPEN_PR" | "CREATE_MICROAGENT";
        CreateMicroagent: {
            /** @description Owner and name of a repository, with a slash between them. GitLab nests groups (`group/subgroup/name`), and Azure DevOps names organization, project and repository (a space is `%20`, and a percent sign `%25`). */
            repo: string & (unknown & unknown);
            title?: string | null;
            git_provider?: components["schemas"]["LegacyGitProvider"] | null;
        };
        /** @description MCP servers by name, as agent servers and the usual clients write them (optionally inside `mcpServers` or `servers`), or in the three lists `sse_servers`, `stdio_servers` and `shttp_servers`. Fields that agents cannot apply are refused. */
        McpConfig: {
            [key: string]: unknown;
        } | {
            sse_servers?: (({
                url?: string | null;
                serverUrl?: string | null;
                httpUrl?: string | null;
                transport?: string | null;
                type?: string | null;
                transportType?: string | null;
                command?: string | null;
                args?: ((string | number)[] | string) | null;
                env?: ({
                    [key: string]: string | number | boolean | null;
                } | string) | null;
                cwd?: string | null;
                description?: string | null;
                icon?: string | null;
                timeout?: number | null;
                sse_read_timeout?: number | null;
                keep_alive?: boolean | null;
                headers?: {
                    [key: string]: string | null;
                } | null;
                auth?: ({
                    [key: string]: unknown;
                } | string) | null;
                authentication?: {
                    [key: string]: unknown;
                } | null;
                api_key?: string | null;
                enabled?: boolean | null;
                isActive?: boolean | null;
                disabled?: boolean | null;
                name?: string | null;
            } & {
                [key: string]: unknown;
            }) | string | ({
                url?: string | null;
                serverUrl?: string | null;
                httpUrl?: string | null;
                transport?: string | null;
                type?: string | null;
                transportType?: string | null;
                command?: string | null;
                args?: ((string | number)[] | string) | null;
                env?: ({
                    [key: string]: string | number | boolean | null;
                } | string) | null;
                cwd?: string | null;
                description?: string | null;
                icon?: string | null;
                timeout?: number | null;
                sse_read_timeout?: number | null;
                keep_alive?: boolean | null;
                headers?: {
                    [key: string]: string | null;
                } | null;
                auth?: ({
                    [key: string]: unknown;
                } | string) | null;
                authentication?: {
                    [key: string]: unknown;
                } | null;
                api_key?: string | null;
                enabled?: boolean | null;
                isActive?: boolean | null;
                disabled?: boolean | null;
                name?: string | null;
            } & {
                [key: string]: unknown;
            }))[] | null;
            stdio_servers?: (({
                url?: string | null;
                serverUrl?: string | null;
                httpUrl?: string | null;
                transport?: string | null;
                type?: string | null;
                transportType?: string | null;
                command?: string | null;
                args?: ((string | number)[] | string) | null;
                env?: ({
                    [key: string]: string | number | boolean | null;
                } | string) | null;
                cwd?: string | null;
                description?: string | null;
                icon?: string | null;
                timeout?: number | null;
                sse_read_timeout?: number | null;
                keep_alive?: boolean | null;
                headers?: {
                    [key: string]: string | null;
                } | null;
                auth?: ({
                    [key: string]: unknown;
                } | string) | null;
                authentication?: {
                    [key: string]: unknown;
                } | null;
                api_key?: string | null;
                enabled?: boolean | null;
                isActive?: boolean | null;
                disabled?: boolean | null;
                name?: string | null;
            } & {
                [key: string]: unknown;
            }) | string | ({
                url?: string | null;
                serverUrl?: string | null;
                httpUrl?: string | null;
                transport?: string | null;
                type?: string | null;
                transportType?: string | null;
                command?: string | null;
                args?: ((string | number)[] | string) | null;
                env?: ({
                    [key: string]: string | number | boolean | null;
                } | string) | null;
                cwd?: string | null;
                description?: string | null;
                icon?: string | null;
                timeout?: number | null;
                sse_read_timeout?: number | null;
                keep_alive?: boolean | null;
                headers?: {
                    [key: string]: string | null;
                } | null;
                auth?: ({
                    [key: string]: unknown;
                } | string) | null;
                authentication?: {
                    [key: string]: unknown;
                } | null;
                api_key?: string | null;
                enabled?: boolean | null;
                isActive?: boolean | null;
                disabled?: boolean | null;
                name?: string | null;
            } & {
                [key: string]: unknown;
            }))[] | null;
            shttp_servers?: (({
                url?: string | null;
                serverUrl?: string | null;
                httpUrl?: string | null;
                transport?: string | null;
                type?: string | null;
                transportType?: string | null;
                command?: string | null;
                args?: ((string | number)[] | string) | null;
                env?: ({
                    [key: string]: string | number | boolean | null;
                } | string) | null;
                cwd?: string | null;
                description?: string | null;
                icon?: string | null;
                timeout?: number | null;
                sse_read_timeout?: number | null;
                keep_alive?: boolean | null;
                headers?: {
                    [key: string]: string | null;
                } | null;
                auth?: ({
                    [key: string]: unknown;
                } | string) | null;
                authentication?: {
                    [key: string]: unknown;
                } | null;
                api_key?: string | null;
                enabled?: boolean | null;
                isActive?: boolean | null;
                disabled?: boolean | null;
                name?: string | null;
            } & {
                [key: string]: unknown;
            }) | string | ({
                url?: string | null;
                serverUrl?: string | null;
                httpUrl?: string | null;
                transport?: string | null;
                type?: string | null;
                transportType?: string | null;
                command?: string | null;
                args?: ((string | number)[] | string) | null;
                env?: ({
                    [key: string]: string | number | boolean | null;
                } | string) | null;
                cwd?: string | null;
                description?: string | null;
                icon?: string | null;
                timeout?: number | null;
                sse_read_timeout?: number | null;
                keep_alive?: boolean | null;
                headers?: {
                    [key: string]: string | null;
                } | null;
                auth?: ({
                    [key: string]: unknown;
                } | string) | null;
                authentication?: {
                    [key: string]: unknown;
                } | null;
                api_key?: string | null;
                enabled?: boolean | null;
                isActive?: boolean | null;
                disabled?: boolean | null;
                name?: string | null;
            } & {
                [key: string]: unknown;
            }))[] | null;
        } | ({
            mcpServers?: {
                [key: string]: ({
                    url?: string | null;
                    serverUrl?: string | null;
                    httpUrl?: string | null;
                    transport?: string | null;
                    type?: string | null;
                    transportType?: string | null;
                    command?: string | null;
                    args?: ((string | number)[] | string) | null;
                    env?: ({
                        [key: string]: string | number | boolean | null;
                    } | string) | null;
                    cwd?: string | null;
                    description?: string | null;
                    icon?: string | null;
                    timeout?: number | null;
                    sse_read_timeout?: number | null;
                    keep_alive?: boolean | null;
                    headers?: {
                        [key: string]: string | null;
                    } | null;
                    auth?: ({
                        [key: string]: unknown;
                    } | string) | null;
                    authentication?: {
                        [key: string]: unknown;
                    } | null;
                    api_key?: string | null;
                    enabled?: boolean | null;
                    isActive?: boolean | null;
                    disabled?: boolean | null;
                } & {
                    [key: string]: unknown;
                }) | string | (({
                    url?: string | null;
                    serverUrl?: string | null;
                    httpUrl?: string | null;
                    transport?: string | null;
                    type?: string | null;
                    transportType?: string | null;
                    command?: string | null;
                    args?: ((string | number)[] | string) | null;
                    env?: ({
                        [key: string]: string | number | boolean | null;
                    } | string) | null;
                    cwd?: string | null;
                    description?: string | null;
                    icon?: string | null;
                    timeout?: number | null;
                    sse_read_timeout?: number | null;
                    keep_alive?: boolean | null;
                    headers?: {
                        [key: string]: string | null;
                    } | null;
                    auth?: ({
                        [key: string]: unknown;
                    } | string) | null;
                    authentication?: {
                        [key: string]: unknown;
                    } | null;
                    api_key?: string | null;
                    enabled?: boolean | null;
                    isActive?: boolean | null;
                    disabled?: boolean | null;
                } & {
                    [key: string]: unknown;
                }) | {
                    url: string;
                } | {
                    serverUrl: string;
                } | {
                    httpUrl: string;
                } | {
                    command: string;
                });
            };
            servers?: {
                [key: string]: ({
                    url?: string | null;
                    serverUrl?: string | null;
                    httpUrl?: string | null;
                    transport?: string | null;
                    type?: string | null;
                    transportType?: string | null;
                    command?: string | null;
                    args?: ((string | number)[] | string) | null;
                    env?: ({
                        [key: string]: string | number | boolean | null;
                    } | string) | null;
                    cwd?: string | null;
                    description?: string | null;
                    icon?: string | null;
                    timeout?: number | null;
                    sse_read_timeout?: number | null;
                    keep_alive?: boolean | null;
                    headers?: {
                        [key: string]: string | null;
                    } | null;
                    auth?: ({
                        [key: string]: unknown;
                    } | string) | null;
                    authentication?: {
                        [key: string]: unknown;
                    } | null;
                    api_key?: string | null;
                    enabled?: boolean | null;
                    isActive?: boolean | null;
                    disabled?: boolean | null;
                } & {
                    [key: string]: unknown;
                }) | string | (({
                    url?: string | null;
                    serverUrl?: string | null;
                    httpUrl?: string | null;
                    transport?: string | null;
                    type?: string | null;
                    transportType?: string | null;
                    command?: string | null;
                    args?: ((string | number)[] | string) | null;
                    env?: ({
                        [key: string]: string | number | boolean | null;
                    } | string) | null;
                    cwd?: string | null;
                    description?: string | null;
                    icon?: string | null;
                    timeout?: number | null;
                    sse_read_timeout?: number | null;
                    keep_alive?: boolean | null;
                    headers?: {
                        [key: string]: string | null;
                    } | null;
                    auth?: ({
                        [key: string]: unknown;
                    } | string) | null;
                    authentication?: {
                        [key: string]: unknown;
                    } | null;
                    api_key?: string | null;
                    enabled?: boolean | null;
                    isActive?: boolean | null;
                    disabled?: boolean | null;
                } & {
                    [key: string]: unknown;
                }) | {
                    url: string;
                } | {
                    serverUrl: string;
                } | {
                    httpUrl: string;
                } | {
                    command: string;
                });
            };
        } & {
            [key: string]: ({
                url?: string | null;
                serverUrl?: string | null;
                httpUrl?: string | null;
                transport?: string | null;
                type?: string | null;
                transportType?: string | null;
                command?: string | null;
                args?: ((string | number)[] | string) | null;
                env?: ({
                    [key: string]: string | number | boolean | null;
                } | string) | null;
                cwd?: string | null;
                description?: string | null;
                icon?: string | null;
                timeout?: number | null;
                sse_read_timeout?: number | null;
                keep_alive?: boolean | null;
                headers?: {
                    [key: string]: string | null;
                } | null;
                auth?: ({
                    [key: string]: unknown;
                } | string) | null;
                authentication?: {
                    [key: string]: unknown;
                } | null;
                api_key?: string | null;
                enabled?: boolean | null;
                isActive?: boolean | null;
                disabled?: boolean | null;
            } & {
                [key: string]: unknown;
            }) | string | (({
                url?: string | null;
                serverUrl?: string | null;
                httpUrl?: string | null;
                transport?: string | null;
                type?: string | null;
                transportType?: string | null;
                command?: string | null;
                args?: ((string | number)[] | string) | null;
                env?: ({
                    [key: string]: string | number | boolean | null;
                } | string) | null;
                cwd?: string | null;
                description?: string | null;
                icon?: string | null;
                timeout?: number | null;
                sse_read_timeout?: number | null;
                keep_alive?: boolean | null;
                headers?: {
                    [key: string]: string | null;
                } | null;
                auth?: ({
                    [key: string]: unknown;
                } | string) | null;
                authentication?: {
                    [key: string]: unknown;
                } | null;
                api_key?: string | null;
                enabled?: boolean | null;
                isActive?: boolean | null;
                disabled?: boolean | null;
            } & {
                [key: string]: unknown;
            }) | {
                url: string;
            } | {
                serverUrl: string;
            } | {
                httpUrl: string;
            } | {
                command: string;
            });
        });
        /** @enum {string} */
        ConversationTrigger: "resolver" | "gui" | "suggested_task" | "openhands_api" | "slack" | "microagent_management" | "jira" | "jira_dc" | "linear" | "bitbucket" | "automation";
        UpdateConversationRequest: {
            title: string | null;
        };
        AppConversationStartRequest: {
            sandbox_id?: (string & (unknown & unknown)) | null;
            /**
             * @description The spec of the new sandbox. Default: the default spec. If the conversation uses an existing sandbox (by `sandbox_id`, or its parent's), this must be the spec of that sandbox.
             * @default null
             */
            sandbox_spec_id?: string | null;
            /**
             * @description The size of the sandbox. A paused sandbox is resumed with it; a conversation in a sandbox that is already starting or running must omit it, or name its size.
             * @default null
             */
            resources?: components["schemas"]["ResourcesRequest"] | null;
            /**
             * @description The snapshot that the new sandbox of a new conversation begins from, with its spec. If it is still CREATING, the start waits until it is READY. Not together with `sandbox_id`.
             * @default null
             */
            snapshot_id?: string | null;
            /**
             * @description What the sandbox runs on, if this request starts or resumes one. Default: the choice of its spec, or of its last start.
             * @default null
             */
            capacity?: components["schemas"]["Capacity"] | null;
            /**
             * @description Whether a new sandbox begins from a [prebuild](#tag/prebuilds) of the repository and branch, if there is one. Otherwise the repository is cloned and its set-up script runs.
             * @default true
             */
            use_prebuild?: boolean;
            conversation_id?: string | null;
            /** @default null */
            initial_message?: components["schemas"]["SendMessageRequest"] | null;
            /** @default null */
            system_message_suffix?: string | null;
            /**
             * @description Names of skills that the agent does not get, in addition to those of the settings.
             * @default null
             */
            disabled_skills?: string[] | null;
            /** @default null */
            processors?: {
                [key: string]: unknown;
            }[] | null;
            /** @default null */
            llm_model?: string | null;
            /**
             * @description What the language models of the conversation can cost in US dollars, through the model broker. Default: as in the settings. 0: no limit.
             * @default null
             */
            max_budget_per_task?: number | null;
            /** @default null */
            agent_profile_id?: string | null;
            agent_kind?: ("openhands" | "acp" | "llm") | null;
            /** @default null */
            selected_repository?: (string & (unknown & unknown)) | null;
            /** @default null */
            selected_branch?: (string & (unknown & unknown)) | null;
            /** @default null */
            git_provider?: components["schemas"]["ProviderType"] | null;
            /** @default null */
            suggested_task?: components["schemas"]["SuggestedTask"] | null;
            /** @default null */
            title?: string | null;
            /** @default null */
            trigger?: components["schemas"]["ConversationTrigger"] | null;
            /** @default [] */
            pr_number?: number[];
            parent_conversation_id?: string | null;
            /** @default default */
            agent_type?: components["schemas"]["AgentType"];
            /**
             * @description Whether the conversation has a public link from the start. A private conversation cannot have one.
             * @default null
             */
            public?: boolean | null;
            /**
             * @description Who can read the conversation and use its sandbox. Default: the visibility of its sandbox, parent or snapshot; otherwise, `default_visibility` of the settings. A conversation in an existing sandbox has the visibility of that sandbox.
             * @default null
             */
            visibility?: components["schemas"]["Visibility"] | null;
            /** @default null */
            observability_metadata?: {
                [key: string]: (string | number | boolean) | (string | number | boolean)[];
            } | null;
            /** @default null */
            observability_tags?: string[] | null;
            /** @default null */
            observability_span_name?: string | null;
            /** @default null */
            plugins?: {
                source: string;
                ref?: string | null;
                repo_path?: string | null;
                parameters?: {
                    [key: string]: unknown;
                } | null;
            }[] | null;
            secrets?: {
                [key: string]: string;
            } | null;
        };
        /** @description The size of the sandbox, within the bounds of its spec (`sizes` and `workspace_gb_range` of the spec). vCPUs and memory are rounded up to the smallest offered size that has both; the response names it. Fields that are not sent keep their value, or have that of the spec. */
        ResourcesRequest: {
            /** @description vCPUs. */
            cpu?: number;
            /** @description Memory in GiB. */
            memory_gb?: number;
            /** @description Size of the workspace in GiB. It cannot shrink. */
            disk_gb?: number;
        };
        /** @enum {string} */
        Capacity: "on_demand" | "spot";
        SendMessageRequest: {
            /**
             * @description Text with the role `system` is added to the agent's instructions and does not start a run.
             * @default user
             * @enum {string}
             */
            role?: "user" | "system";
            /** @default [] */
            content?: ({
                /** @constant */
                type: "text";
                text: string;
                /** @default false */
                cache_prompt?: boolean;
            } | {
                /** @constant */
                type: "image";
                /** @description Pictures as data URLs or web addresses. A picture of more than 4 MB is uploaded before: `upload:{upload_id}` then stands for it. The pictures of a message can have 9 MB as data URLs. */
                image_urls: string[];
                /** @default false */
                cache_prompt?: boolean;
            })[];
            /** @default false */
            run?: boolean;
        };
        /** @enum {string} */
        ProviderType: "github" | "gitlab" | "bitbucket" | "enterprise_sso" | "bitbucket_data_center" | "forgejo" | "azure_devops";
        SuggestedTask: {
            git_provider: components["schemas"]["ProviderType"];
            task_type: components["schemas"]["TaskType"];
            /** @description Owner and name of a repository, with a slash between them. GitLab nests groups (`group/subgroup/name`), and Azure DevOps names organization, project and repository (a space is `%20`, and a percent sign `%25`). */
            repo: string & (unknown & unknown);
            issue_number: number;
            title: string;
        };
        /** @enum {string} */
        AgentType: "default" | "plan";
        /** @enum {string} */
        Visibility: "private" | "members";
        /**
         * @description A summary of `sandbox_status` and `execution_status`. starting: the sandbox starts, or its agent does not respond yet. running: the agent is working. waiting: the agent waits for a confirmation. ready: the agent waits for a message, as it is idle, finished or stopped. paused: the sandbox is paused. failed: the start, the sandbox or the agent failed, even if the sandbox was paused afterwards, or the agent is stuck. missing: the sandbox no longer exists.
         * @enum {string}
         */
        ConversationState: "starting" | "running" | "waiting" | "ready" | "paused" | "failed" | "missing";
        /** @enum {string} */
        SandboxStatus: "STARTING" | "RUNNING" | "PAUSED" | "ERROR" | "MISSING";
        /** @enum {string} */
        ConversationExecutionStatus: "idle" | "running" | "paused" | "waiting_for_confirmation" | "finished" | "error" | "stuck" | "deleting";
        ForkAppConversationRequest: {
            /**
             * @description The last event to copy. By default, the whole history is copied. The workspace is always copied as it is now.
             * @default null
             */
            event_id?: string | null;
            /**
             * @description Defaults to the title of the source, followed by `(fork)`.
             * @default null
             */
            title?: string | null;
            /** @description Secrets for this conversation alone. Those that were sent with the start of the other conversation are not kept, so send them again. */
            secrets?: {
                [key: string]: string;
            } | null;
            /** @default null */
            resources?: components["schemas"]["ResourcesRequest"] | null;
            /** @default null */
            capacity?: components["schemas"]["Capacity"] | null;
        };
        AppConversationUpdate: {
            title?: string | null;
            /** @description True lets anyone who has the link (see `share_id`) read the conversation, without secrets and files. False or null revokes the link at once. Only for the person who made it, admins, and API keys that belong to no person. */
            public?: boolean | null;
            /** @description Who can read the conversation and use its sandbox. `private` also revokes its public link. Fails with 409 `conflict` if its sandbox was started separately or has other conversations. Only for the person who made it, admins, and API keys that belong to no person. */
            visibility?: components["schemas"]["Visibility"];
            /** @description What its language models can cost in US dollars. Null: as in the settings. 0: no limit. A raised budget applies to the next request to the model. */
            max_budget_per_task?: number | null;
            selected_repository?: (string & (unknown & unknown)) | null;
            selected_branch?: (string & (unknown & unknown)) | null;
            git_provider?: components["schemas"]["ProviderType"] | null;
        };
        /** @enum {string} */
        AppConversationStartTaskSortOrder: "CREATED_AT" | "CREATED_AT_DESC" | "UPDATED_AT" | "UPDATED_AT_DESC";
        ProvidersSet: {
            providers_set?: components["schemas"]["ProviderType"][] | null;
        };
        LegacyMessage: {
            message: string;
        };
        LegacyEvent: {
            [key: string]: unknown;
        } | components["schemas"]["LegacyMessageAction"] | components["schemas"]["LegacyUserMessage"] | components["schemas"]["LegacyStateAction"];
        UserMessage: {
            /**
             * @default user
             * @constant
             */
            role?: "user";
            content: ({
                /** @constant */
                type: "text";
                text: string;
                /** @default false */
                cache_prompt?: boolean;
            } | {
                /** @constant */
                type: "image";
                /** @description Pictures as data URLs or web addresses. A picture of more than 4 MB is uploaded before: `upload:{upload_id}` then stands for it. The pictures of a message can have 9 MB as data URLs. */
                image_urls: string[];
                /** @default false */
                cache_prompt?: boolean;
            })[];
            /** @default true */
            run?: boolean;
        };
        PendingMessageRequest: {
            /**
             * @default user
             * @constant
             */
            role?: "user";
            content: ({
                /** @constant */
                type: "text";
                text: string;
                /** @default false */
                cache_prompt?: boolean;
            } | {
                /** @constant */
                type: "image";
                /** @description Pictures as data URLs or web addresses. A picture of more than 4 MB is uploaded before: `upload:{upload_id}` then stands for it. The pictures of a message can have 9 MB as data URLs. */
                image_urls: string[];
                /** @default false */
                cache_prompt?: boolean;
            })[];
        };
        UploadPart: {
            number: number;
            text: string;
            /** @description The size of the whole text in UTF-8, the same for each part. */
            total_bytes: number;
        };
        SwitchProfileRequest: {
            profile_name: string;
        };
        SwitchAcpModelRequest: {
            model: string;
        };
        /**
         * @default TIMESTAMP
         * @enum {string}
         */
        EventSortOrder: "TIMESTAMP" | "TIMESTAMP_DESC";
        SharedFilesUpdate: {
            /** @description All files that visitors can read, at most 256 KiB each. They are copied now: later changes need another request. An empty list removes all of them. */
            paths: string[];
        };
        AgentConversationInfo: {
            /** @description A UUID, with or without dashes. */
            id: string;
            updated_at?: string | null;
            parent_conversation_id?: string | null;
        } & {
            [key: string]: unknown;
        };
        AgentEvent: {
            id: string;
            /** @description An ISO 8601 date-time or date, in UTC unless it names a time zone. Leap seconds and years outside 0000 to 9999 (UTC) are not allowed. */
            timestamp: string;
            kind: string;
        } & {
            [key: string]: unknown;
        };
        OwnerAlertsUpdate: {
            mail?: string[];
            /** @description An incoming webhook of Slack, or of a service that accepts `{"text": …}`. It must be on the public internet. Null removes it. */
            slack_url?: string | null;
            on?: components["schemas"]["OwnerAlertKind"][];
        };
        /**
         * @description budgets: 50, 80 or 100 % of a budget is used. webhooks: an endpoint has failed for an hour, or was disabled. starts: a conversation did not start. suspension: the operator suspended the owner, or lifted it.
         * @enum {string}
         */
        OwnerAlertKind: "budgets" | "webhooks" | "starts" | "suspension";
        MemberAlertsUpdate: {
            mail?: boolean;
            /** @description An incoming webhook of Slack, or of a service that accepts `{"text": …}`. It must be on the public internet. Null removes it. */
            slack_url?: string | null;
            on?: components["schemas"]["MemberAlertKind"][];
        };
        /**
         * @description finished: an agent has finished. waiting: an agent waits for an answer. failed: an agent or a start failed. budgets: 50, 80 or 100 % of your own budget is used.
         * @enum {string}
         */
        MemberAlertKind: "finished" | "waiting" | "failed" | "budgets";
        /**
         * @description PENDING: accepted, not started. PROVISIONING: the task is being started. BOOTING: the task is running, and the agent does not respond yet. RUNNING. STOPPING: the task is stopping. SAVING: the workspace is being saved. PAUSED: the workspace is saved. ERROR: the sandbox failed. EXPIRED: the workspace was deleted at the end of its retention. DELETING, DELETED.
         * @enum {string}
         */
        SandboxState: "PENDING" | "PROVISIONING" | "BOOTING" | "RUNNING" | "STOPPING" | "SAVING" | "PAUSED" | "ERROR" | "EXPIRED" | "DELETING" | "DELETED";
        /** @description Which requests to the URL of each port resume the sandbox when it is paused. Default: `key` for AGENT_SERVER and VSCODE, `never` for the others. */
        WakePolicies: {
            AGENT_SERVER?: components["schemas"]["WakePolicy"];
            VSCODE?: components["schemas"]["WakePolicy"];
            WORKER_1?: components["schemas"]["WakePolicy"];
            WORKER_2?: components["schemas"]["WakePolicy"];
        };
        /** @enum {string} */
        WakePolicy: "never" | "key" | "link";
        OpenPortRequest: {
            port: number;
            /**
             * @description A name to show to people.
             * @default null
             */
            name?: string | null;
            /**
             * @description `key`: requests with the session key, in `X-Session-API-Key`, as a bearer token or as the query parameter `session_api_key`, and browsers that opened a link from `open-in-browser`. `link`: everyone who has the URL, which is a secret. `public`: everyone, as the URL is no secret; needs the scope `sandboxes:share`.
             * @default key
             */
            access?: components["schemas"]["PortAccess"];
            /**
             * @description Which requests to its URL resume the sandbox when it is paused. `never`: none. `key`: those with the session key, an API key of the owner, or the cookie from `open-in-browser`. `link`: all.
             * @default never
             */
            wake?: components["schemas"]["WakePolicy"];
            /** @description Seconds until the port closes. By default, it stays open until the sandbox is deleted. */
            expires_in?: number;
        };
        /** @enum {string} */
        PortAccess: "key" | "link" | "public";
        ChangePortRequest: {
            name?: string | null;
            /** @description `key`: requests with the session key, in `X-Session-API-Key`, as a bearer token or as the query parameter `session_api_key`, and browsers that opened a link from `open-in-browser`. `link`: everyone who has the URL, which is a secret. `public`: everyone, as the URL is no secret; needs the scope `sandboxes:share`. */
            access?: components["schemas"]["PortAccess"];
            /** @description Which requests to its URL resume the sandbox when it is paused. `never`: none. `key`: those with the session key, an API key of the owner, or the cookie from `open-in-browser`. `link`: all. */
            wake?: components["schemas"]["WakePolicy"];
            /** @description Seconds from now until the port closes. Null keeps it open. */
            expires_in?: number | null;
        };
        OpenPortInBrowserRequest: {
            /**
             * @description The page to open.
             * @default /
             */
            path?: string;
        };
        MoveFileRequest: {
            /** @description An absolute path in the sandbox, or one relative to the working directory of its spec. `.` and `..` are resolved by text. */
            from?: string;
            /** @description The path in base64url, for names that are not UTF-8. Send it instead of the path. */
            from_base64?: string;
            /** @description An absolute path in the sandbox, or one relative to the working directory of its spec. `.` and `..` are resolved by text. */
            to: string;
            /**
             * @description Replaces a file at the new path. A directory is only replaced if it is empty.
             * @default false
             */
            overwrite?: boolean;
        };
        CreateDirectoryRequest: {
            /** @description An absolute path in the sandbox, or one relative to the working directory of its spec. `.` and `..` are resolved by text. */
            path: string;
        };
        CreateTransferRequest: {
            /** @enum {string} */
            direction: "upload" | "download";
            /** @enum {string} */
            kind: "file" | "folder";
            /** @description An absolute path in the sandbox, or one relative to the working directory of its spec. `.` and `..` are resolved by text. */
            path?: string;
            /** @description The path in base64url, for names that are not UTF-8. Send it instead of the path. */
            path_base64?: string;
            /** @description The bytes of the upload. Required for uploads. */
            size?: number;
            /** @description The permissions of an uploaded file in octal. Default: those of the file it replaces. */
            mode?: string;
            /**
             * Format: date-time
             * @description When the uploaded file was last changed. Default: now.
             */
            modified_at?: string;
            /**
             * @description Whether an upload replaces a file, or adds to a folder, that exists. Files of the folder that the archive does not have stay.
             * @default true
             */
            overwrite?: boolean;
        };
        ForkSandboxRequest: {
            /**
             * @description The number of forks.
             * @default 1
             */
            count?: number;
            wake?: components["schemas"]["WakePolicies"];
            resources?: components["schemas"]["ResourcesRequest"];
            capacity?: components["schemas"]["Capacity"];
        };
        RestoreSandboxRequest: {
            snapshot_id: string;
        };
        CreateSnapshotRequest: {
            /** @default null */
            name?: string | null;
            /**
             * @description Days from when it is READY until it is deleted. By default, it is kept until you delete it.
             * @default null
             */
            retention_days?: number | null;
        };
        UpdateSnapshotRequest: {
            name?: string | null;
            /** @description Days from when it became READY until it is deleted. Null keeps it until you delete it. If that time has passed, it is deleted soon. */
            retention_days?: number | null;
        };
        RunCommandRequest: {
            /** @description A line for `bash`, or `sh` where there is no bash; or a program with its arguments, without a shell. Optional with `tty`: then the shell of the user. */
            command?: string | string[];
            /** @description A directory, absolute or relative to the sandbox's working directory, which is the default. */
            cwd?: string;
            /**
             * @description Additional environment variables.
             * @default {}
             */
            env?: {
                [key: string]: string;
            };
            /** @description The time limit in seconds, after which all its processes are ended. Until then, the sandbox counts as in use. Default: 600; in the background, 86400, during which the sandbox can be paused as idle. */
            timeout?: number;
            /** @default false */
            background?: boolean;
            /**
             * @description Whether it accepts input. Otherwise its input is empty.
             * @default false
             */
            stdin?: boolean;
            /** @description Runs it in a terminal of this size, with input. All output is `stdout`. The default time limit is the longest. The sandbox needs `script` of util-linux, or `python3`. */
            tty?: components["schemas"]["TerminalSize"];
        };
        /** @description The size of a terminal, in characters. */
        TerminalSize: {
            rows: number;
            columns: number;
        };
        CommandInputRequest: {
            /** @description Text. */
            data?: string;
            /**
             * Format: base64
             * @description Bytes in Base64, instead of `data`.
             */
            base64?: string;
            /**
             * @description Whether the input ends after this.
             * @default false
             */
            end?: boolean;
            /** @description The position of this input in bytes, from 0. A request that was repeated has no further effect. Default: after all input so far. */
            offset?: number;
        };
        StopCommandRequest: {
            /**
             * @default TERM
             * @enum {string}
             */
            signal?: "TERM" | "INT" | "KILL";
        };
        /** @enum {string} */
        PortName: "AGENT_SERVER" | "VSCODE" | "WORKER_1" | "WORKER_2";
        ApiKeyCreate: {
            name?: string | null;
            scopes?: ("conversations:read" | "conversations:write" | "sandboxes:read" | "sandboxes:write" | "sandboxes:exec" | "sandboxes:files" | "sandboxes:share" | "settings:read" | "settings:write" | "keys:read" | "keys:write" | "usage:read" | "webhooks:read" | "webhooks:write" | "members:read" | "members:write" | "audit:read" | "admin")[] | null;
            /** @description The key is not valid before this time. */
            not_before?: string | null;
            /** @description The key expires at this time. */
            expires_at?: string | null;
            limits?: components["schemas"]["LimitsRequest"] | null;
            /** @description Accepted and ignored: keys belong to their owner. */
            org_id?: string | null;
        };
        /** @enum {string} */
        Scope: "conversations:read" | "conversations:write" | "sandboxes:read" | "sandboxes:write" | "sandboxes:exec" | "sandboxes:files" | "sandboxes:share" | "settings:read" | "settings:write" | "keys:read" | "keys:write" | "usage:read" | "webhooks:read" | "webhooks:write" | "members:read" | "members:write" | "audit:read" | "admin";
        LimitsRequest: {
            /** @description The maximum number of sandboxes that are starting, running or resuming at the same time. */
            sandboxes?: number | null;
            /** @description The maximum number of vCPUs that these sandboxes have together. */
            vcpus?: number | null;
            requests_per_minute?: number | null;
            /** @description In US dollars, per calendar month (UTC). */
            monthly_budget_usd?: number | null;
            /** @description Hours of running sandboxes per calendar month (UTC). */
            monthly_sandbox_hours?: number | null;
        };
        ApiKeyRotation: {
            /** @default 86400 */
            overlap_seconds?: number;
            /** @description The expiry of the new key. */
            expires_at?: string | null;
        };
        OwnerCreate: {
            id: string & (unknown & unknown);
            limits?: components["schemas"]["LimitsRequest"] | null;
            key?: components["schemas"]["ApiKeyCreate"] | null;
        };
        OwnerUpdate: {
            limits?: components["schemas"]["LimitsRequest"];
            suspended?: boolean;
            /** @description Why the owner is suspended, for the owner. Only with `suspended: true`. */
            reason?: string | null;
        };
        OrganizationBudgetsUpdate: {
            /** @description In US dollars. Null removes it. */
            monthly_limit?: number | null;
            reset_day?: 1 | null;
        };
        OrganizationBudgetOverride: {
            /** @description In US dollars. Null removes it. */
            monthly_limit: number | null;
        };
        DeviceAuthorizationRequest: {
            /** @description The scopes that the program needs, separated by spaces. The person can grant others. Unknown scopes are ignored. Without it, the person is offered the default scopes of a key, without `keys:write`. */
            scope?: string;
            /** @description The name of the program. The person sees it as the claim of the program. */
            client_name?: string;
            /** @description The name of the machine. With `client_name`, it names the key: `acs on build-7`. */
            device_name?: string;
        };
        DeviceTokenRequest: {
            device_code: string;
            /** @description Always `urn:ietf:params:oauth:grant-type:device_code`. Optional only when `client_id` is also absent, as in requests of the command-line client. */
            grant_type?: string;
            /** @description Ignored: programs are not registered. */
            client_id?: string;
        };
        DeviceVerification: {
            /** @description The code that the device shows. Case and dashes are ignored. */
            user_code: string;
            /** @enum {string} */
            decision: "approve" | "deny";
            /** @description The scopes of the key, separated by spaces. */
            scope?: string;
            /** @description Default: the program and its machine. */
            key_name?: string;
            /**
             * Format: date-time
             * @description When the key expires. Default: in 90 days. Never later than the approving key.
             */
            expires_at?: string;
        };
        OrganizationUpdate: {
            name?: (string & (unknown & unknown)) | null;
            contact_name?: (string & (unknown & unknown)) | null;
            contact_email?: (string | "") | null;
        };
        OrgMemberUpdate: {
            role?: ("viewer" | "member" | "admin" | "owner") | null;
            /** @description Limits on everything that the member and their API keys run. Null removes a limit. */
            limits?: components["schemas"]["LimitsRequest"] | null;
        };
        InvitationCreate: {
            emails?: string[];
            /**
             * @description `owner` means `admin`. You cannot grant a role with more rights than your own.
             * @enum {string}
             */
            role?: "viewer" | "member" | "admin" | "owner";
            /** @description Default: in 7 days. At most in 30 days. */
            expires_at?: string | null;
        };
        InvitationAcceptance: {
            token: string & (unknown & unknown);
        };
        SettingsUpdate: {
            agent_settings?: unknown;
            conversation_settings?: unknown;
            agent_settings_diff?: ({
                agent_kind?: ("openhands" | "acp" | "llm") | null;
                agent?: string | null;
                tools?: ({
                    name: string;
                } & {
                    [key: string]: unknown;
                })[] | null;
                persona?: string | null;
                condenser?: ({
                    enabled?: boolean | null;
                    condenser_kind?: ("llm_summarizing" | "no_op") | null;
                    max_size?: number | null;
                    max_tokens?: number | null;
                    keep_first?: number | null;
                    minimum_progress?: number | null;
                    hard_context_reset_max_retries?: number | null;
                    hard_context_reset_context_scaling?: number | null;
                } & {
                    [key: string]: unknown;
                }) | null;
                enable_sub_agents?: boolean | null;
                enable_switch_llm_tool?: boolean | null;
                enable_classify_and_switch_llm_tool?: boolean | null;
                tool_concurrency_limit?: number | null;
                acp_server?: string | null;
                acp_model?: string | null;
                acp_session_mode?: string | null;
                acp_prompt_timeout?: number | null;
                acp_startup_timeout?: number | null;
                acp_command?: (string | string[]) | null;
                acp_args?: string[] | null;
                agent_context?: ({
                    system_message_suffix?: string | null;
                    user_message_suffix?: string | null;
                    load_memory?: boolean | null;
                    load_project_skills?: boolean | null;
                    load_public_skills?: boolean | null;
                    load_user_skills?: boolean | null;
                    disabled_skills?: string[] | null;
                } & {
                    [key: string]: unknown;
                }) | null;
                verification?: ({
                    critic_enabled?: boolean | null;
                    critic_mode?: ("finish_and_message" | "all_actions") | null;
                    enable_iterative_refinement?: boolean | null;
                    critic_threshold?: number | null;
                    max_refinement_iterations?: number | null;
                    critic_server_url?: string | null;
                    critic_model_name?: string | null;
                    critic_api_key?: string | null;
                } & {
                    [key: string]: unknown;
                }) | null;
                llm?: components["schemas"]["LlmSettings"] | null;
                mcp_config?: components["schemas"]["McpChange"] | null;
            } & {
                [key: string]: unknown;
            }) | null;
            conversation_settings_diff?: ({
                max_iterations?: number | null;
                confirmation_mode?: boolean | null;
                security_analyzer?: string | null;
            } & {
                [key: string]: unknown;
            }) | null;
            language?: string | null;
            user_version?: number | null;
            email?: string | null;
            email_verified?: boolean | null;
            git_user_name?: string | null;
            git_user_email?: string | null;
            user_consents_to_analytics?: boolean | null;
            enable_sound_notifications?: boolean | null;
            enable_desktop_notifications?: boolean | null;
            enable_proactive_conversation_starters?: boolean | null;
            enable_solvability_analysis?: boolean | null;
            disabled_skills?: string[] | null;
            /** @description What the language models of each conversation can cost in US dollars, through the model broker. Null or 0: no limit. A conversation can have its own. */
            max_budget_per_task?: number | null;
            remote_runtime_resource_factor?: number | null;
            sandbox_base_container_image?: string | null;
            sandbox_runtime_container_image?: string | null;
            sandbox_grouping_strategy?: ("NO_GROUPING" | "GROUP_BY_NEWEST" | "LEAST_RECENTLY_USED" | "FEWEST_CONVERSATIONS" | "ADD_TO_ANY") | null;
            v1_enabled?: boolean | null;
            is_new_user?: boolean | null;
            /** @description The visibility of conversations that members start without `visibility`. Default: `members`. API keys that belong to no person start conversations with `members`. */
            default_visibility?: components["schemas"]["Visibility"] | null;
            agent?: string | null;
            llm_model?: string | null;
            llm_base_url?: (string | "" | "**********") | null;
            llm_api_key?: string | null;
            search_api_key?: string | null;
            mcp_config?: components["schemas"]["McpConfig"] | null;
            confirmation_mode?: boolean | null;
            security_analyzer?: string | null;
            max_iterations?: number | null;
            enable_default_condenser?: boolean | null;
            condenser_max_size?: number | null;
        };
        LlmSettings: {
            model?: string | null;
            base_url?: (string | "" | "**********") | null;
            api_key?: string | null;
            direct?: boolean | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A patch of the MCP servers by name: null removes a server or one of its fields, and other servers stay. Servers in lists, or inside `mcpServers` or `servers`, replace all. Fields that agents cannot apply are refused. */
        McpChange: {
            [key: string]: unknown;
        } | components["schemas"]["McpConfig"] | {
            [key: string]: string | ({
                url?: string | null;
                serverUrl?: string | null;
                httpUrl?: string | null;
                transport?: string | null;
                type?: string | null;
                transportType?: string | null;
                command?: string | null;
                args?: ((string | number)[] | string) | null;
                env?: ({
                    [key: string]: string | number | boolean | null;
                } | string) | null;
                cwd?: string | null;
                description?: string | null;
                icon?: string | null;
                timeout?: number | null;
                sse_read_timeout?: number | null;
                keep_alive?: boolean | null;
                headers?: {
                    [key: string]: string | null;
                } | null;
                auth?: ({
                    [key: string]: unknown;
                } | string) | null;
                authentication?: {
                    [key: string]: unknown;
                } | null;
                api_key?: string | null;
                enabled?: boolean | null;
                isActive?: boolean | null;
                disabled?: boolean | null;
            } & {
                [key: string]: unknown;
            }) | null;
        };
        OrganizationSettingsUpdate: {
            agent_settings_diff?: ({
                agent_kind?: ("openhands" | "acp" | "llm") | null;
                agent?: string | null;
                tools?: ({
                    name: string;
                } & {
                    [key: string]: unknown;
                })[] | null;
                persona?: string | null;
                condenser?: ({
                    enabled?: boolean | null;
                    condenser_kind?: ("llm_summarizing" | "no_op") | null;
                    max_size?: number | null;
                    max_tokens?: number | null;
                    keep_first?: number | null;
                    minimum_progress?: number | null;
                    hard_context_reset_max_retries?: number | null;
                    hard_context_reset_context_scaling?: number | null;
                } & {
                    [key: string]: unknown;
                }) | null;
                enable_sub_agents?: boolean | null;
                enable_switch_llm_tool?: boolean | null;
                enable_classify_and_switch_llm_tool?: boolean | null;
                tool_concurrency_limit?: number | null;
                acp_server?: string | null;
                acp_model?: string | null;
                acp_session_mode?: string | null;
                acp_prompt_timeout?: number | null;
                acp_startup_timeout?: number | null;
                acp_command?: (string | string[]) | null;
                acp_args?: string[] | null;
                agent_context?: ({
                    system_message_suffix?: string | null;
                    user_message_suffix?: string | null;
                    load_memory?: boolean | null;
                    load_project_skills?: boolean | null;
                    load_public_skills?: boolean | null;
                    load_user_skills?: boolean | null;
                    disabled_skills?: string[] | null;
                } & {
                    [key: string]: unknown;
                }) | null;
                verification?: ({
                    critic_enabled?: boolean | null;
                    critic_mode?: ("finish_and_message" | "all_actions") | null;
                    enable_iterative_refinement?: boolean | null;
                    critic_threshold?: number | null;
                    max_refinement_iterations?: number | null;
                    critic_server_url?: string | null;
                    critic_model_name?: string | null;
                    critic_api_key?: string | null;
                } & {
                    [key: string]: unknown;
                }) | null;
                llm?: components["schemas"]["LlmSettings"] | null;
                mcp_config?: components["schemas"]["McpChange"] | null;
            } & {
                [key: string]: unknown;
            }) | null;
            conversation_settings_diff?: ({
                max_iterations?: number | null;
                confirmation_mode?: boolean | null;
                security_analyzer?: string | null;
            } & {
                [key: string]: unknown;
            }) | null;
            llm_api_key?: string | null;
            search_api_key?: string | null;
            enable_proactive_conversation_starters?: boolean | null;
            v1_enabled?: boolean | null;
            /** @description What the language models of each conversation can cost in US dollars, through the model broker. Null or 0: no limit. A conversation can have its own. */
            max_budget_per_task?: number | null;
            remote_runtime_resource_factor?: number | null;
            sandbox_base_container_image?: string | null;
            sandbox_runtime_container_image?: string | null;
        };
        OrganizationAppSettingsUpdate: {
            enable_proactive_conversation_starters?: boolean | null;
            /** @description What the language models of each conversation can cost in US dollars, through the model broker. Null or 0: no limit. A conversation can have its own. */
            max_budget_per_task?: number | null;
            registered_marketplaces?: unknown[] | null;
            last_known_updated_at?: string | null;
        };
        UserAppSettingsUpdate: {
            language?: string | null;
            user_consents_to_analytics?: boolean | null;
            enable_sound_notifications?: boolean | null;
            git_user_name?: string | null;
            git_user_email?: string | null;
            git_full_clone?: false | null;
        };
        SaveProfileRequest: {
            llm?: ({
                model: string;
                base_url?: (string | "" | "**********") | null;
                api_key?: string | null;
                direct?: boolean | null;
            } & {
                [key: string]: unknown;
            }) | null;
            /** @default true */
            include_secrets?: boolean;
            /** @default false */
            preserve_existing_api_key?: boolean;
        };
        ProviderConnectionCreate: {
            display_name: string & (unknown & unknown);
            /** @default custom */
            provider?: string & (unknown & unknown);
            api_key: string & (unknown & unknown);
            base_url?: string | null;
        };
        ProviderConnectionUpdate: {
            display_name?: string & (unknown & unknown);
            provider?: string & (unknown & unknown);
            api_key?: string & (unknown & unknown);
            base_url?: string | null;
        };
        AgentProfileInput: {
            schema_version?: number | null;
            /**
             * @default openhands
             * @enum {string}
             */
            agent_kind?: "openhands" | "acp";
            /** @description The owner's MCP servers to use. Null means all. */
            mcp_server_refs?: string[] | null;
            /** @description The owner's secrets to use. Null means all. */
            secret_refs?: string[] | null;
            agent?: string | null;
            tools?: ({
                name: string;
            } & {
                [key: string]: unknown;
            })[] | null;
            persona?: string | null;
            condenser?: ({
                enabled?: boolean | null;
                condenser_kind?: ("llm_summarizing" | "no_op") | null;
                max_size?: number | null;
                max_tokens?: number | null;
                keep_first?: number | null;
                minimum_progress?: number | null;
                hard_context_reset_max_retries?: number | null;
                hard_context_reset_context_scaling?: number | null;
            } & {
                [key: string]: unknown;
            }) | null;
            enable_sub_agents?: boolean | null;
            enable_switch_llm_tool?: boolean | null;
            enable_classify_and_switch_llm_tool?: boolean | null;
            tool_concurrency_limit?: number | null;
            /** @description The name of the model profile to use. */
            llm_profile_ref?: string | null;
            system_message_suffix?: string | null;
            disabled_skills?: string[] | null;
            public_skills?: string[] | null;
            verification?: {
                critic_enabled?: boolean | null;
                critic_mode?: ("finish_and_message" | "all_actions") | null;
                enable_iterative_refinement?: boolean | null;
                critic_threshold?: number | null;
                max_refinement_iterations?: number | null;
                critic_server_url?: string | null;
                critic_model_name?: string | null;
            } | null;
            meta_profile_ref?: string | null;
            acp_server?: string | null;
            acp_model?: string | null;
            acp_session_mode?: string | null;
            acp_prompt_timeout?: number | null;
            acp_startup_timeout?: number | null;
            acp_command?: (string | string[]) | null;
            acp_args?: string[] | null;
            id?: unknown;
            name?: unknown;
            revision?: unknown;
        };
        CustomSecretCreate: {
            name: string & (unknown & unknown);
            value: string;
            description?: string | null;
        };
        CustomSecretUpdate: {
            name: string & (unknown & unknown);
            value?: string | null;
            description?: string | null;
        };
        GitProviders: {
            provider_tokens?: {
                [key: string]: {
                    token?: string | null;
                    host?: string | null;
                    user_id?: string | null;
                };
            } | null;
            /** @description Conversations with a repository of GitHub get tokens of this App: for that repository alone, and for one hour. Null removes the App. */
            github_app?: components["schemas"]["GitHubAppOrder"] | null;
        };
        GitHubAppOrder: {
            /** @description The App ID, or the client ID, from the page of the App at GitHub. */
            app_id: string & (unknown & unknown);
            /** @description The text of the PEM file from GitHub. Leave it out to keep the stored key. */
            private_key?: string | null;
            /** @description Restricts the service to one installation. Without it, the service finds that of each repository. */
            installation_id?: (string & (unknown & unknown)) | null;
            host?: string | null;
        };
        /**
         * @description push: when the git provider calls `hook_url` for a push to the branch. daily: 24 hours after the last build began. never: only on request.
         * @enum {string}
         */
        PrebuildRefresh: "push" | "daily" | "never";
        AnnouncementCreate: {
            text: string;
            /** @default info */
            level?: components["schemas"]["AnnouncementLevel"];
            /**
             * Format: date-time
             * @description Default: now.
             */
            starts_at?: string;
            /**
             * Format: date-time
             * @description Default: 7 days after the start. Maximum: 90 days after the start.
             */
            ends_at?: string;
        };
        /** @enum {string} */
        AnnouncementLevel: "info" | "warning" | "critical";
        McpMessage: {
            /** @constant */
            jsonrpc: "2.0";
            /** @description Absent in notifications. */
            id?: string | number;
            method?: string;
            /** @description Any JSON. */
            params?: unknown;
        } & {
            [key: string]: unknown;
        };
        ChatCompletionRequest: {
            /** @description Ignored: the request goes to the current model of the key's conversation. */
            model?: string | null;
            stream?: boolean | null;
            stream_options?: ({
                include_usage?: boolean | null;
            } & {
                [key: string]: unknown;
            }) | null;
            max_tokens?: number | null;
            max_completion_tokens?: number | null;
            n?: number | null;
            tools?: ({
                type?: string | null;
            } & {
                [key: string]: unknown;
            })[] | null;
        } & {
            [key: string]: unknown;
        };
        ModelResponseRequest: {
            /** @description Ignored: the request goes to the current model of the key's conversation. */
            model?: string | null;
            stream?: boolean | null;
            max_output_tokens?: number | null;
            tools?: ({
                type?: string | null;
            } & {
                [key: string]: unknown;
            })[] | null;
        } & {
            [key: string]: unknown;
        };
        EmbeddingsRequest: {
            /** @description Ignored: the request goes to the current model of the key's conversation. */
            model?: string | null;
        } & {
            [key: string]: unknown;
        };
        AnthropicMessageRequest: {
            /** @description Ignored: the request goes to the current model of the key's conversation. */
            model?: string | null;
            stream?: boolean | null;
            max_tokens?: number | null;
            tools?: ({
                type?: string | null;
            } & {
                [key: string]: unknown;
            })[] | null;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description open: in progress. succeeded. failed: the provider refused it or could not be reached. abandoned: the agent disconnected before the end. expired: it never ended, and was closed at its largest possible cost.
         * @enum {string}
         */
        ModelCallStatus: "open" | "succeeded" | "failed" | "abandoned" | "expired";
        ConversationEventData: {
            conversation_id: string;
            sandbox_id: string;
            title: string;
            execution_status: components["schemas"]["ConversationExecutionStatus"] | null;
            /** Format: date-time */
            created_at: string;
            /** @description The person who made it; null for service keys. */
            created_by_user_id: string | null;
            visibility: components["schemas"]["Visibility"];
        } & {
            [key: string]: unknown;
        };
        SandboxEventData: {
            sandbox_id: string;
            sandbox_spec_id: string;
            status: components["schemas"]["SandboxStatus"];
            /** @description How often the sandbox has been started. */
            generation: number;
            pause_reason: components["schemas"]["PauseReason"] | null;
            /** @description The reason code of the failure. */
            reason: string | null;
        } & {
            [key: string]: unknown;
        };
        /** @enum {string} */
        PauseReason: "api" | "idle" | "timeout" | "limit" | "budget" | "suspension";
        PrebuildEventData: {
            prebuild_id: string;
            repository: string;
            branch: string | null;
            /** @description The snapshot of the last successful build. */
            snapshot_id: string | null;
            commit: string | null;
            /** @description The reason code of the failure. */
            reason: string | null;
        } & {
            [key: string]: unknown;
        };
        SnapshotEventData: {
            snapshot_id: string;
            sandbox_id: string;
            sandbox_spec_id: string;
            name: string | null;
            /** @description The reason code of the failure. */
            reason: string | null;
        } & {
            [key: string]: unknown;
        };
        KeyEventData: {
            id: string;
            name: string | null;
            last4: string | null;
            scopes: string[];
            not_before: string | null;
            expires_at: string | null;
            rotated_from: string | null;
            rotated_to: string | null;
        } & {
            [key: string]: unknown;
        };
        BudgetEventData: {
            /**
             * @description Whether the budget belongs to the owner, to a member or to the API key.
             * @enum {string}
             */
            scope: "owner" | "member" | "key";
            key_id: string | null;
            /** @description The member whose budget it is. */
            user_id: string | null;
            /** @enum {string} */
            unit: "usd" | "sandbox_hours";
            month: string;
            limit: number;
            used: number;
            /** Format: date-time */
            resets_at: string;
        } & {
            [key: string]: unknown;
        };
        WebhookEndpointEventData: {
            webhook_endpoint_id: string;
            description: string | null;
            reason: string;
        } & {
            [key: string]: unknown;
        };
        StartEventData: {
            start_task_id: string;
            conversation_id: string;
            sandbox_id: string;
            title: string | null;
            /** @description Why the start failed. */
            detail: string | null;
            created_by_user_id: string | null;
            visibility: components["schemas"]["Visibility"];
        } & {
            [key: string]: unknown;
        };
        OwnerEventData: {
            /** @description What the operator says. */
            reason: string | null;
            since: string | null;
        } & {
            [key: string]: unknown;
        };
        AnthropicProblem: {
            title: string;
            status: number;
            detail: string;
            /** @description The error code, for programs. */
            code: string;
            /** @description The request id, as in the X-Request-Id header and in the logs. */
            request_id: string;
            errors?: components["schemas"]["FieldError"][];
            running_sandbox_ids?: string[];
            /** @description The limit or the budget that the request would exceed. */
            limit?: {
                /**
                 * @description What the limit applies to. With `owner`, it is all keys of the owner together.
                 * @enum {string}
                 */
                scope: "owner" | "member" | "key" | "conversation" | "sandbox";
                /** @enum {string} */
                unit: "sandboxes" | "vcpus" | "usd" | "sandbox_hours" | "model_calls";
                limit: number;
                used: number;
                /** @description When the limit resets. Null if it does not reset by itself. */
                resets_at: string | null;
            };
            /** @description The scope that the API key lacks. */
            required_scope?: string;
            retry_after_seconds?: number;
            msg_id?: string;
            /** @description The same text as `detail`, for OAuth clients. */
            error_description?: string;
            /** @description The new minimum number of seconds between polls of a device. */
            interval?: number;
            conversation_id?: string;
            /** @description The prebuild that exists already. */
            prebuild_id?: string;
            message?: string;
            /** @description The names of the limits that are used up, as in the RateLimit-Policy header. */
            "violated-policies"?: string[];
            /** @constant */
            type: "error";
            error: {
                type: string;
                message: string;
            };
        };
        FieldError: {
            loc: (string | number)[];
            msg: string;
            type: string;
            pointer: string;
        };
        OpenAiProblem: {
            title: string;
            status: number;
            detail: string;
            /** @description The error code, for programs. */
            code: string;
            /** @description The request id, as in the X-Request-Id header and in the logs. */
            request_id: string;
            errors?: components["schemas"]["FieldError"][];
            running_sandbox_ids?: string[];
            /** @description The limit or the budget that the request would exceed. */
            limit?: {
                /**
                 * @description What the limit applies to. With `owner`, it is all keys of the owner together.
                 * @enum {string}
                 */
                scope: "owner" | "member" | "key" | "conversation" | "sandbox";
                /** @enum {string} */
                unit: "sandboxes" | "vcpus" | "usd" | "sandbox_hours" | "model_calls";
                limit: number;
                used: number;
                /** @description When the limit resets. Null if it does not reset by itself. */
                resets_at: string | null;
            };
            /** @description The scope that the API key lacks. */
            required_scope?: string;
            retry_after_seconds?: number;
            msg_id?: string;
            /** @description The same text as `detail`, for OAuth clients. */
            error_description?: string;
            /** @description The new minimum number of seconds between polls of a device. */
            interval?: number;
            conversation_id?: string;
            /** @description The prebuild that exists already. */
            prebuild_id?: string;
            message?: string;
            /** @description The names of the limits that are used up, as in the RateLimit-Policy header. */
            "violated-policies"?: string[];
            /** @enum {string} */
            type: "about:blank" | "https://iana.org/assignments/http-problem-types#quota-exceeded";
            error: {
                message: string;
                type: string;
                param: null;
                code: string;
            };
        };
        Problem: {
            /** @enum {string} */
            type: "about:blank" | "https://iana.org/assignments/http-problem-types#quota-exceeded";
            title: string;
            status: number;
            detail: string;
            /** @description The error code, for programs. */
            code: string;
            /** @description The request id, as in the X-Request-Id header and in the logs. */
            request_id: string;
            errors?: components["schemas"]["FieldError"][];
            running_sandbox_ids?: string[];
            /** @description The limit or the budget that the request would exceed. */
            limit?: {
                /**
                 * @description What the limit applies to. With `owner`, it is all keys of the owner together.
                 * @enum {string}
                 */
                scope: "owner" | "member" | "key" | "conversation" | "sandbox";
                /** @enum {string} */
                unit: "sandboxes" | "vcpus" | "usd" | "sandbox_hours" | "model_calls";
                limit: number;
                used: number;
                /** @description When the limit resets. Null if it does not reset by itself. */
                resets_at: string | null;
            };
            /** @description The scope that the API key lacks. */
            required_scope?: string;
            retry_after_seconds?: number;
            msg_id?: string;
            /** @description The OAuth error code or, for clients of the legacy settings, a text. */
            error?: string;
            /** @description The same text as `detail`, for OAuth clients. */
            error_description?: string;
            /** @description The new minimum number of seconds between polls of a device. */
            interval?: number;
            conversation_id?: string;
            /** @description The prebuild that exists already. */
            prebuild_id?: string;
            message?: string;
            /** @description The names of the limits that are used up, as in the RateLimit-Policy header. */
            "violated-policies"?: string[];
        };
        ConversationResponse: {
            status: string;
            conversation_id: string;
            message: string | null;
            conversation_status: components["schemas"]["ConversationStatus"] | null;
        };
        /** @enum {string} */
        ConversationStatus: "STARTING" | "RUNNING" | "STOPPED";
        LegacyConversation: {
            conversation_id: string;
            title: string;
            last_updated_at: string | null;
            status: components["schemas"]["ConversationStatus"];
            message: string | null;
            runtime_status: string | null;
            selected_repository: string | null;
            selected_branch: string | null;
            git_provider: components["schemas"]["ProviderType"] | null;
            trigger: components["schemas"]["ConversationTrigger"] | null;
            num_connections: number;
            url: string | null;
            session_api_key: string | null;
            /** Format: date-time */
            created_at: string;
            pr_number: number[];
            /** @constant */
            conversation_version: "V1";
            sub_conversation_ids: string[];
        };
        AppConversationStartTask: {
            id: string;
            created_by_user_id: string | null;
            status: components["schemas"]["AppConversationStartTaskStatus"];
            detail: string | null;
            /** @description The id of the conversation, from the first response on. You can get, list and delete the conversation at once; send messages when the status is READY. */
            conversation_id: string;
            /** @description The id of the conversation when the status is READY. Null before that, and if the start failed. */
            app_conversation_id: string | null;
            sandbox_id: string | null;
            /** @description The URL of the agent server when the conversation started. Null before that, and for API keys that can only read. The current URL is in the sandbox's `exposed_urls`. */
            agent_server_url: string | null;
            /** @description The size of the sandbox at this start. */
            resources: components["schemas"]["Resources"];
            /** @description The prebuild from which the sandbox began. Null if the repository was cloned. */
            prebuild_id: string | null;
            request: {
                [key: string]: unknown;
            };
            /** @description The steps of the start, in order, each with its duration. Steps of the sandbox appear when the wait for it ends, and only those that happened during this start. Search results and the response that creates the task do not include steps. */
            steps?: components["schemas"]["StartStepTime"][];
            /** @description Problems that did not stop the start, such as a setup script that failed. At most 10. */
            warnings?: components["schemas"]["StartWarning"][];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** @enum {string} */
        AppConversationStartTaskStatus: "WORKING" | "WAITING_FOR_SANDBOX" | "PREPARING_REPOSITORY" | "RUNNING_SETUP_SCRIPT" | "SETTING_UP_GIT_HOOKS" | "SETTING_UP_SKILLS" | "STARTING_CONVERSATION" | "READY" | "ERROR";
        Resources: {
            /** @description vCPUs. */
            cpu: number;
            /** @description Memory in GiB. */
            memory_gb: number;
            /** @description Size of the workspace in GiB. */
            disk_gb: number;
            /** @description What was requested, if it was rounded up to an offered size. Otherwise null. */
            requested: {
                cpu: number;
                memory_gb: number;
            } | null;
        };
        StartStepTime: {
            /** @description The name of the step, one of ACCEPTED, TASK_REQUESTED, TASK_ACCEPTED, IMAGE_PULL_STARTED, IMAGE_PULLED, TASK_RUNNING, TASK_CLAIMED, AGENT_ANSWERED, AGENT_INITIALISED, SANDBOX_RUNNING, START_BEGUN, WORKSPACE_PREPARED, PROJECT_SET_UP, CONVERSATION_CREATED, READY. Later releases can add names. */
            step: string;
            /** Format: date-time */
            at: string;
            /** @description The time since the previous step. */
            seconds: number;
        };
        StartWarning: {
            /** @description What went wrong, for programs, such as `setup_script_failed`. */
            code: string;
            /** @description What went wrong and what to do, for people. */
            message: string;
            /** @description The last output of the program that failed, without secrets. Null if it printed nothing. */
            detail: string | null;
        };
        AppConversation: {
            id: string;
            created_by_user_id: string | null;
            sandbox_id: string;
            selected_repository: string | null;
            selected_branch: string | null;
            git_provider: components["schemas"]["ProviderType"] | null;
            title: string | null;
            trigger: components["schemas"]["ConversationTrigger"] | null;
            pr_number: number[];
            llm_model: string | null;
            /** @description What its language models can cost in US dollars, through the model broker. Null: as in the settings. 0: no limit. */
            max_budget_per_task: number | null;
            /** @description `budget`: a budget refused a request to its model. It goes on within a minute or two after the budget has room, if its sandbox runs. */
            waits_for: components["schemas"]["ConversationWait"] | null;
            metrics: {
                [key: string]: unknown;
            } | null;
            parent_conversation_id: string | null;
            sub_conversation_ids: string[];
            /** @description The conversation that this one was forked from, which may have been deleted since. */
            forked_from_conversation_id: string | null;
            /** @description The last event that was copied from that conversation. Null if all were copied, and for a conversation that is no fork. */
            forked_from_event_id: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            sandbox_status: components["schemas"]["SandboxStatus"];
            execution_status: components["schemas"]["ConversationExecutionStatus"] | null;
            /** @description Why the conversation failed to start, if that is why its `execution_status` is `error`. Null otherwise. The next start clears it. */
            status_detail: string | null;
            /** @description Problems of the last start that did not stop it, such as a setup script that failed. The next start clears them. */
            warnings?: components["schemas"]["StartWarning"][];
            /** @description The URL of the conversation on its agent server. Null while there is none, and if `exposed_urls` of the sandbox does not show it. Changes with the URLs of the sandbox. */
            conversation_url: string | null;
            session_api_key: string | null;
            /** @description The agent's working directory in the sandbox. Null if the sandbox is gone and no agent reported it. */
            workspace: {
                working_dir: string;
            } | null;
            agent_kind: string;
            /** @description Whether anyone who has its link can read it, without signing in. */
            public: boolean | null;
            /** @description The token of its public link, for the endpoints of the section Sharing. The page of the link is the URL of the console with `/shared/#` and this token. Null if the conversation is not public. A conversation that becomes public again gets a new token. */
            share_id: string | null;
            /** @description Who can read the conversation and use its sandbox. `private`: the person who made it, admins of the owner, and API keys that belong to no person. `members`: all members of the owner. */
            visibility: components["schemas"]["Visibility"];
            tags: {
                [key: string]: string;
            };
            acp_server: string | null;
            launched_agent_profile: {
                agent_profile_id: string;
                revision: number | null;
            } | null;
        };
        /** @enum {string} */
        ConversationWait: "budget";
        Success: {
            /** @constant */
            success: true;
        };
        OrganizationConversationPage: {
            items: components["schemas"]["OrganizationConversation"][];
            total_items: number;
            page: number;
            per_page: number;
            total_pages: number;
            /** @description False if there are more conversations than the request examined. */
            pagination_accurate: boolean;
        };
        OrganizationConversation: {
            id: string;
            title: string;
            llm_model: string | null;
            agent_kind: string;
            /** @description The person who made it, or the owner for API keys that belong to no person. */
            user_id: string;
            user_name: string | null;
            user_email: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            sandbox_id: string;
            sandbox_status: components["schemas"]["SandboxStatus"];
            execution_status: components["schemas"]["ConversationExecutionStatus"] | null;
            visibility: components["schemas"]["Visibility"];
            /** @description `GET /api/v1/sandboxes/{sandbox_id}` has the URLs of a sandbox. */
            runtime_url: null;
            selected_repository: string | null;
            selected_branch: string | null;
            git_provider: components["schemas"]["ProviderType"] | null;
            trigger: components["schemas"]["ConversationTrigger"] | null;
            pr_number: number[];
            /** @description Unknown to this service. */
            pr_merged: null;
            parent_conversation_id: string | null;
            tags: {
                [key: string]: string;
            };
            /** @description Of language models, in US dollars. */
            accumulated_cost: number;
            prompt_tokens: number;
            completion_tokens: number;
            total_tokens: number;
            cache_read_tokens: number;
            cache_write_tokens: number;
        };
        StoppedConversation: {
            /** @constant */
            message: "Conversation stopped";
            conversation_id: string;
            sandbox_id: string;
        };
        OrganizationConversationStats: {
            /** @description Conversations whose agent is working now. */
            active_conversations: number;
            /** @description Sandboxes that start, run or are being saved. Exact. */
            running_runtimes: number;
            /** @description Conversations whose agent finished and that last changed in this time. */
            completed_24h: number;
            completed_7d: number;
            completed_30d: number;
            /** @description Of language models, in US dollars. `/api/v1/usage` has the cost of sandboxes. */
            total_cost: number;
            total_prompt_tokens: number;
            total_completion_tokens: number;
            total_tokens: number;
            /** @description False if there are more conversations than the request examined. */
            is_complete: boolean;
        };
        OrganizationUsageStats: {
            /** @description People who made conversations in this time. */
            active_users: number;
            /** @description Conversations, including sub-conversations. */
            agent_runs: number;
            /** @description Conversations without sub-conversations. */
            usage_conversation_count: number;
            total_tokens: number;
            /** @description For language models, in US dollars. */
            estimated_spend: number;
            daily_usage: {
                /** Format: date */
                date: string;
                tokens: number;
                conversations: number;
            }[];
            team_usage: {
                user_id: string;
                user_email: string | null;
                user_name: string | null;
                conversation_count: number;
                total_tokens: number;
                /** @description The share of all tokens. */
                percentage: number;
            }[];
            model_usage: {
                model_name: string;
                conversation_count: number;
                total_tokens: number;
                total_cost: number;
            }[];
            agent_usage: {
                agent_name: string;
                conversation_count: number;
                total_cost: number;
            }[];
            /** @description False if there are more conversations than the request examined. */
            is_complete: boolean;
        };
        OrganizationUserUsage: {
            items: {
                user_id: string;
                user_email: string | null;
                user_name: string | null;
                /** @description Including sub-conversations. */
                conversation_count: number;
                first_conversation_at: string | null;
                last_conversation_at: string | null;
                first_login_at: string | null;
                last_login_at: string | null;
                /** @description For language models in this month (UTC), in US dollars. */
                spend_mtd: number;
                spend_ytd: number;
                spend_lifetime: number;
                /** @description The member's own limit, in US dollars. */
                budget_monthly_limit: number | null;
                /** @constant */
                budget_is_disabled: false;
                /** @description Unknown to this service. */
                prs_merged: null;
            }[];
            has_more: boolean;
            /** @description False if there are more conversations than the request examined. */
            is_complete: boolean;
        };
        /**
         * @description `queued`: the service keeps it until the agent can take it. `handed_over`: it was sent to the agent, which has not confirmed it yet, for example because a tool is running. `delivered`: the agent has it. `not_delivered`: the agent does not have it, and the service does not send it again.
         * @enum {string}
         */
        MessageState: "queued" | "handed_over" | "delivered" | "not_delivered";
        /** @description An event, unchanged from the agent server. */
        Event: {
            [key: string]: unknown;
        };
        GitDiff: {
            modified: string | null;
            original: string | null;
        };
        /** @description `position` is the position in the queue, from 1. */
        PendingMessage: {
            id: string;
            queued: boolean;
            position: number;
            state: components["schemas"]["MessageState"];
        };
        PendingMessageList: {
            items: components["schemas"]["UndeliveredMessage"][];
        };
        /** @description `images` counts its images. `sent_at` is when it was handed over. `detail` says what the message waits for, or why it was not delivered. */
        UndeliveredMessage: {
            id: string;
            /** @enum {string} */
            state: "queued" | "handed_over" | "not_delivered";
            text: string;
            images: number;
            /** Format: date-time */
            created_at: string;
            sent_at: string | null;
            detail: string | null;
        };
        Upload: {
            id: string;
            total_bytes: number;
            received_bytes: number;
            is_complete: boolean;
        };
        GitChange: {
            /** @enum {string} */
            status: "MOVED" | "ADDED" | "DELETED" | "UPDATED";
            path: string;
        };
        Skill: {
            name: string;
            /** @enum {string} */
            type: "repo" | "knowledge" | "agentskills";
            content: string;
            triggers: string[];
        };
        HookEvent: {
            event_type: string;
            matchers: {
                matcher: string;
                hooks: {
                    type: string;
                    command: string | null;
                    timeout: number | null;
                    async: boolean;
                }[];
            }[];
        };
        SharedConversation: {
            /** @description The value from the request: the token of a link, or the ID of the conversation. */
            id: string;
            /** @description Always null: visitors cannot see who made it. */
            created_by_user_id: string | null;
            /** @description The same as `id`: visitors cannot see the sandbox. */
            sandbox_id: string;
            selected_repository: string | null;
            selected_branch: string | null;
            git_provider: components["schemas"]["ProviderType"] | null;
            title: string | null;
            pr_number: number[];
            llm_model: string | null;
            /** @description Always null. */
            metrics: {
                [key: string]: unknown;
            } | null;
            /** @description Always null. */
            parent_conversation_id: string | null;
            /** @description Always empty: each conversation is shared separately. */
            sub_conversation_ids: string[];
            /** @description The files that were chosen for visitors. */
            files: components["schemas"]["SharedFile"][];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        SharedFile: {
            /** @description The `id` of a shared file, without hyphens. */
            id: string;
            /** @description Its path in the sandbox. */
            path: string;
            /** @description Its size when it was chosen, before secrets were masked. */
            size_bytes: number;
        };
        SharedFileContent: {
            /** @description The `id` of a shared file, without hyphens. */
            id: string;
            /** @description Its path in the sandbox. */
            path: string;
            /** @description Its size when it was chosen, before secrets were masked. */
            size_bytes: number;
            /**
             * @description `base64` if the file is no UTF-8 text.
             * @enum {string}
             */
            encoding: "utf-8" | "base64";
            /** @description A text with known forms of secrets masked, or the bytes in Base64. */
            content: string;
        };
        OwnerAlerts: {
            mail: components["schemas"]["AlertReceiver"][];
            slack: components["schemas"]["AlertReceiver"] | null;
            /** @description Whether the deployment can send mail. */
            mail_available: boolean;
            on: components["schemas"]["OwnerAlertKind"][];
        };
        AlertReceiver: {
            /** @description The mail address, or the origin of the URL. */
            to: string;
            enabled: boolean;
            disabled_reason: ("request" | "gone" | "failing") | null;
        };
        MemberAlerts: {
            mail: components["schemas"]["AlertReceiver"][];
            slack: components["schemas"]["AlertReceiver"] | null;
            /** @description Whether the deployment can send mail. */
            mail_available: boolean;
            on: components["schemas"]["MemberAlertKind"][];
        };
        WebhookEndpointWithSecret: {
            id: string;
            url: string;
            events: string[];
            description: string | null;
            enabled: boolean;
            /** @description Why the endpoint is disabled: by a request (`api`), because it responded 410 (`gone`), or because a message failed all its attempts and no other message succeeded (`failing`). */
            disabled_reason: ("request" | "gone" | "failing") | null;
            disabled_at: string | null;
            /** @description Since when all attempts have failed. Null if the last attempt succeeded. */
            failing_since: string | null;
            /** @description Until when messages are also signed with the previous secret. */
            previous_secret_expires_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description The signing secret: `whsec_` followed by base64. Shown only once. */
            secret: string;
        };
        WebhookEndpoint: {
            id: string;
            url: string;
            events: string[];
            description: string | null;
            enabled: boolean;
            /** @description Why the endpoint is disabled: by a request (`api`), because it responded 410 (`gone`), or because a message failed all its attempts and no other message succeeded (`failing`). */
            disabled_reason: ("request" | "gone" | "failing") | null;
            disabled_at: string | null;
            /** @description Since when all attempts have failed. Null if the last attempt succeeded. */
            failing_since: string | null;
            /** @description Until when messages are also signed with the previous secret. */
            previous_secret_expires_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        WebhookMessage: {
            /** @description The `webhook-id` header of every attempt. */
            id: string;
            /** @enum {string} */
            type: "conversation.created" | "conversation.updated" | "conversation.status_changed" | "conversation.deleted" | "sandbox.starting" | "sandbox.running" | "sandbox.pausing" | "sandbox.paused" | "sandbox.error" | "sandbox.deleted" | "prebuild.ready" | "prebuild.failed" | "snapshot.ready" | "snapshot.failed" | "snapshot.deleted" | "key.created" | "key.rotated" | "key.revoked" | "budget.half_used" | "budget.warning" | "budget.exhausted" | "webhook_endpoint.failing" | "webhook_endpoint.disabled" | "start.failed" | "owner.suspended" | "owner.resumed" | "webhook_endpoint.ping";
            object_id: string;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            attempt_count: number;
            /** @description The last 20 attempts, oldest first. */
            attempts: components["schemas"]["WebhookAttempt"][];
            /** @description The earliest time of the next attempt. Earlier messages about the same object are sent first. */
            next_attempt_at: string | null;
            delivered_at: string | null;
            /**
             * Format: date-time
             * @description When the event occurred: the `timestamp` in the body.
             */
            created_at: string;
        };
        WebhookAttempt: {
            /** Format: date-time */
            at: string;
            /** @description The HTTP status of the response. Null if there was none. */
            status: number | null;
            duration_ms: number;
            /** @description Why the attempt failed. Null if it succeeded. */
            error: string | null;
        };
        WebhookMessageWithBody: {
            /** @description The `webhook-id` header of every attempt. */
            id: string;
            /** @enum {string} */
            type: "conversation.created" | "conversation.updated" | "conversation.status_changed" | "conversation.deleted" | "sandbox.starting" | "sandbox.running" | "sandbox.pausing" | "sandbox.paused" | "sandbox.error" | "sandbox.deleted" | "prebuild.ready" | "prebuild.failed" | "snapshot.ready" | "snapshot.failed" | "snapshot.deleted" | "key.created" | "key.rotated" | "key.revoked" | "budget.half_used" | "budget.warning" | "budget.exhausted" | "webhook_endpoint.failing" | "webhook_endpoint.disabled" | "start.failed" | "owner.suspended" | "owner.resumed" | "webhook_endpoint.ping";
            object_id: string;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            attempt_count: number;
            /** @description The last 20 attempts, oldest first. */
            attempts: components["schemas"]["WebhookAttemptWithAnswer"][];
            /** @description The earliest time of the next attempt. Earlier messages about the same object are sent first. */
            next_attempt_at: string | null;
            delivered_at: string | null;
            /**
             * Format: date-time
             * @description When the event occurred: the `timestamp` in the body.
             */
            created_at: string;
            /** @description The exact JSON body that is sent and signed. */
            body: string;
        };
        WebhookAttemptWithAnswer: {
            /** Format: date-time */
            at: string;
            /** @description The HTTP status of the response. Null if there was none. */
            status: number | null;
            duration_ms: number;
            /** @description Why the attempt failed. Null if it succeeded. */
            error: string | null;
            /** @description The receiver's response body. Null if it was empty, not text by its `Content-Type`, or compressed. */
            answer: components["schemas"]["WebhookAnswer"] | null;
        };
        WebhookAnswer: {
            /** @description At most the first 1,024 bytes of the body, decoded as UTF-8. U+FFFD replaces control characters and invalid UTF-8. */
            text: string;
            /** @description Whether the body was longer, or did not end within one second. */
            truncated: boolean;
        };
        SandboxInfo: {
            id: string;
            created_by_user_id: string | null;
            sandbox_spec_id: string;
            status: components["schemas"]["SandboxStatus"];
            session_api_key: string | null;
            /** @description The URLs of its ports. Null unless the sandbox is running. Behind CloudFront they last as long as the sandbox; with other ingresses they change with every start and resume. All change with the domain of the service, and when an operator ends its addresses: read them again instead of storing them. An outdated URL responds with code `sandbox_moved` and status 410, or 502 or 504 if nothing responds there any more. The URL of VSCODE contains the session key and opens the editor. VSCODE and the workers need their own origin: without a domain for sandboxes, only AGENT_SERVER is listed. Apps at the ports of workers are public: they must ask for credentials of their own. API keys that can only read do not see the ports whose `wake` is `link`, as every request there resumes the sandbox. */
            exposed_urls: components["schemas"]["ExposedUrl"][] | null;
            wake: components["schemas"]["WakePolicies"];
            /** @description The size of the sandbox. */
            resources: components["schemas"]["Resources"];
            /** @description The size from the next resume on. Null unless it was changed since the last start. */
            next_resources: components["schemas"]["Resources"] | null;
            /** @description What it runs on, or what its next resume asks for. Differs from the choice of its start while a sandbox on Spot continues on demand. */
            capacity: components["schemas"]["Capacity"];
            /** Format: date-time */
            created_at: string;
            /** @description An explanation of the status and what to do about it. Null if there is none. */
            status_detail: string | null;
            /** @description The last 20 state transitions, oldest first. */
            transitions: components["schemas"]["SandboxTransition"][];
            /** @description The latest time at which the sandbox is paused, even if it is busy. Null unless it is starting or running. */
            deadline_at: string | null;
            /** @description When the sandbox is paused unless it is used again: the idle limit after the last known activity. The agent's activity is known a few minutes late, so the pause can come later. Null unless the sandbox is running. */
            idle_at: string | null;
            /** @description The disk, or the saved copy of it. Null if there is none: before the first start has created it, if the spec has none, or after the workspace expired or was lost. */
            workspace: components["schemas"]["SandboxWorkspace"] | null;
            /** @description When the workspace is deleted unless the sandbox is resumed first. Null unless the sandbox is paused, or failed with its workspace saved. */
            expires_at: string | null;
            /** @description Why the sandbox was paused: by a request (`api`), for inactivity (`idle`), at its maximum running time (`timeout`), to make room for another sandbox (`limit`), or because a budget is used up (`budget`). Null unless it is paused, or if it stopped by itself. */
            pause_reason: components["schemas"]["PauseReason"] | null;
            /** @description The steps of the last start and, after it, of the stop, in order, each with its duration. The first step of each has no duration. Only the endpoint that gets one sandbox returns them. */
            steps?: components["schemas"]["SandboxStepTime"][];
        };
        ExposedUrl: {
            name: components["schemas"]["PortName"];
            url: string;
            port: number;
        };
        SandboxTransition: {
            state: components["schemas"]["SandboxState"];
            /** @description The reason code of the transition. Null if it was requested. */
            reason: string | null;
            /** Format: date-time */
            time: string;
        };
        SandboxWorkspace: {
            /** @description The size of the disk, in GiB. The usage report counts the whole size, used or not: as `workspace_running_gb_seconds` while the sandbox is running, and as `workspace_paused_gb_seconds` otherwise. One GB in these fields is one GiB. */
            size_gib: number;
            /** @description When the workspace was last saved. Null before the first pause. */
            saved_at: string | null;
        };
        SandboxStepTime: {
            /** @description The name of the step, one of ACCEPTED, TASK_REQUESTED, TASK_ACCEPTED, IMAGE_PULL_STARTED, IMAGE_PULLED, TASK_RUNNING, TASK_CLAIMED, AGENT_ANSWERED, AGENT_INITIALISED, SANDBOX_RUNNING, STOP_REQUESTED, STOP_DECIDED, STOP_SENT, TASK_STOPPED, SNAPSHOT_STARTED, WORKSPACE_SAVED. Later releases can add names. */
            step: string;
            /** Format: date-time */
            at: string;
            /** @description The time since the previous step. */
            seconds: number;
        };
        SandboxPort: {
            /** @description Unique in the sandbox. Neither an id nor a URL is used again. */
            id: string;
            port: number;
            name: string | null;
            access: components["schemas"]["PortAccess"];
            wake: components["schemas"]["WakePolicy"];
            /** @description Stays the same through pauses, until the port is closed. Null for API keys that cannot see session keys, unless `access` is `public`. */
            url: string | null;
            /** @description When it closes. Null if it stays open. */
            expires_at: string | null;
            /** Format: date-time */
            opened_at: string;
            /** @description The ID of the API key that opened it. */
            opened_by: string | null;
            /** @description A warning about who can use the port. Null for `key`. */
            warning: string | null;
        };
        ListeningApp: {
            port: number;
            /** @description The name of its program, if known. */
            process: string | null;
            /** @description Whether it listens only on `127.0.0.1`, where the edge cannot reach it. Make it listen on `0.0.0.0`. */
            loopback_only: boolean;
        };
        PortLink: {
            /** @description Lets every browser that opens it before `expires_at` use the port. */
            url: string;
            /**
             * Format: date-time
             * @description When the link stops working.
             */
            expires_at: string;
        };
        LogLine: {
            /** @description The position of the line. Send it as `page_id` to continue after the line. */
            id: string;
            /**
             * Format: date-time
             * @description When the log received the line, to the millisecond.
             */
            time: string;
            /** @description Which run of the sandbox printed it. Each start and resume begins one. */
            generation: number;
            /** @enum {string} */
            source: "agent" | "command";
            /** @description The command that printed it. Null for the agent server. */
            command_id: string | null;
            /** @description Null for the agent server. */
            stream: ("stdout" | "stderr") | null;
            text: string;
        };
        LogEnd: {
            /**
             * @description Why the stream ends: the sandbox is not running, the API key is no longer valid, the request has run for its longest time, or too many requests are waiting. After `time_over` and `too_many_waiting`, continue with `Last-Event-ID`.
             * @enum {string}
             */
            reason: "sandbox_ended" | "key_ended" | "time_over" | "too_many_waiting";
        };
        Measurement: {
            /** Format: date-time */
            time: string;
            generation: number;
            /** @description The CPU time since the previous measurement, where 100 means one vCPU. Null for the first one of a run. */
            cpu_percent: number | null;
            /** @description The vCPUs of the sandbox. */
            vcpu: number | null;
            /** @description The memory in use, without the cache of files that the system can drop. */
            memory_used_bytes: number | null;
            /** @description The memory of the sandbox. */
            memory_total_bytes: number | null;
            /** @description The used space of the workspace. */
            disk_used_bytes: number | null;
            /** @description The size of the workspace. Null where the workspace is a folder without a limit. */
            disk_total_bytes: number | null;
            /** @description Bytes received since the previous measurement. */
            network_received_bytes: number | null;
            /** @description Bytes sent since the previous measurement. */
            network_sent_bytes: number | null;
        };
        FilePage: {
            entry: components["schemas"]["FileEntry"];
            items: components["schemas"]["FileEntry"][];
            next_page_id: string | null;
            /**
             * @description `sandbox`: read from the running sandbox. `snapshot`: from a snapshot, also where a sandbox is paused or in `ERROR` and this is its workspace as it was saved.
             * @enum {string}
             */
            source: "sandbox" | "snapshot";
        };
        FileEntry: {
            name: string;
            /** @description The absolute path. */
            path: string;
            /** @description The path in base64url if it is not UTF-8; then `name` and `path` have U+FFFD in place of the other bytes. Otherwise null. */
            path_base64: string | null;
            /**
             * @description `other`: a socket, a pipe or a device.
             * @enum {string}
             */
            type: "file" | "directory" | "symlink" | "other";
            /** @description In bytes. */
            size: number;
            /** @description The permissions in octal. */
            mode: string;
            /** Format: date-time */
            modified_at: string;
            /** @description What the symbolic link contains. Null for anything else. */
            target: string | null;
            /** @description What the symbolic link leads to. Null without a link, or if the link is broken. */
            target_type: ("file" | "directory" | "symlink" | "other") | null;
        };
        FileVersion: {
            /** @description The absolute path of the written file, without symbolic links. */
            path: string;
            size: number;
            /** @description The version that was written, for `If-Match` of the next write. */
            etag: string | null;
        };
        FileChangePage: {
            items: components["schemas"]["FileChange"][];
            /** @description A page can have fewer changes than its limit, or none, while others follow. Null on the last one. */
            next_page_id: string | null;
        };
        FileChange: {
            /** @description The absolute path. */
            path: string;
            /** @description The path in base64url if it is not UTF-8. Otherwise null. */
            path_base64: string | null;
            /**
             * @description `modified`: its content or permissions differ. A file that was renamed is deleted and added, and so is a path with something of another type.
             * @enum {string}
             */
            change: "added" | "modified" | "deleted";
            /** @description Null if it was added. */
            before: components["schemas"]["FileState"] | null;
            /** @description Null if it was deleted. */
            after: components["schemas"]["FileState"] | null;
        };
        FileState: {
            /**
             * @description `other`: a socket, a pipe or a device.
             * @enum {string}
             */
            type: "file" | "directory" | "symlink" | "other";
            /** @description In bytes. */
            size: number;
            /** @description The permissions in octal. */
            mode: string;
            /** Format: date-time */
            modified_at: string;
        };
        FileTransfer: {
            id: string;
            /** @enum {string} */
            direction: "upload" | "download";
            /** @enum {string} */
            kind: "file" | "folder";
            /** @description The absolute path of the file or folder in the sandbox. */
            path: string;
            /**
             * @description `open`: takes parts. `working`: the sandbox packs, or puts the upload in place. `done`: an upload is in place; the archive of a download can be read at `content_path`.
             * @enum {string}
             */
            status: "open" | "working" | "done" | "failed";
            /** @description The bytes of the upload, or of the archive once it is packed. Null before. */
            size: number | null;
            /** @description The bytes of each part of an upload. Only the last part can be shorter. */
            part_size: number;
            /** @description The numbers of the parts that have arrived, in order. */
            received_parts: number[];
            /** @description The path of the content of a download that is done, for the endpoint that reads a file. Null otherwise. */
            content_path: string | null;
            /** @description Why the transfer failed. Null if it did not. */
            detail: string | null;
        };
        SandboxDeletion: {
            sandbox_id: string;
            sandbox_spec_id: string;
            /** Format: date-time */
            sandbox_created_at: string;
            /**
             * Format: date-time
             * @description When the deletion was requested. The audit log shows which API key requested it.
             */
            requested_at: string;
            /** @description When AWS had confirmed the deletion of all resources. Null until then. */
            completed_at: string | null;
            /** @description All resources that held the workspace. Null until the task has ended, because only then are its disks known for certain. */
            disks: components["schemas"]["DeletedDisk"][] | null;
            /** @description When this record expires, 7 days after `completed_at`. Null until the deletion completes. */
            expires_at: string | null;
        };
        DeletedDisk: {
            /**
             * @description A disk (`volume`) or a saved workspace (`snapshot`).
             * @enum {string}
             */
            kind: "volume" | "snapshot";
            /** @description The AWS resource id. */
            id: string;
            /**
             * @description `deleted` after AWS has confirmed the deletion.
             * @enum {string}
             */
            result: "pending" | "deleted";
        };
        SandboxForks: {
            items: components["schemas"]["SandboxFork"][];
        };
        SandboxFork: {
            /** @description The new sandbox. Null if it was not started. */
            sandbox: components["schemas"]["SandboxInfo"] | null;
            /** @description Why it was not started, with the code and detail of errors. Null if it was started. */
            error: {
                code: string;
                detail: string;
            } | null;
        };
        RestoredSandbox: {
            sandbox: components["schemas"]["SandboxInfo"];
            /** @description The snapshot with the workspace as it was before. Null if there was nothing to keep. */
            kept_snapshot_id: string | null;
        };
        SnapshotInfo: {
            id: string;
            name: string | null;
            /** @description The sandbox it was taken from, which may have been deleted since. */
            sandbox_id: string;
            sandbox_spec_id: string;
            /**
             * @description CREATING: the workspace is being copied. READY. ERROR: the copy failed; see `status_detail`.
             * @enum {string}
             */
            state: "CREATING" | "READY" | "ERROR";
            /** @description Why it failed and what to do. Null otherwise. */
            status_detail: string | null;
            /** @description A code for why it failed. Null otherwise. */
            reason: string | null;
            /** @description The size of the disk it was copied from, in GiB. */
            size_gib: number;
            /** @description False if the agent of the running sandbox did not confirm that the file system was written to the disk before the copy. The copy is then as after a power failure. */
            synced: boolean;
            /** @description The most that a month of its storage costs in US dollars, as usage counts it. Zero if it shares the data of another snapshot. */
            cost_per_month_usd: string;
            /** @description Null: it is kept until it is deleted. */
            retention_days: number | null;
            /** @description The person who took it, or the ID of the owner for API keys of no member. */
            created_by_user_id: string;
            /**
             * Format: date-time
             * @description When it was requested.
             */
            created_at: string;
            ready_at: string | null;
            /** @description When it is deleted. */
            expires_at: string | null;
        };
        SnapshotDeletion: {
            snapshot_id: string;
            sandbox_id: string;
            sandbox_spec_id: string;
            /** Format: date-time */
            snapshot_created_at: string;
            /** Format: date-time */
            requested_at: string;
            /** @description When AWS had confirmed the deletion of the data. Null until then, and as long as a sandbox that began from it has not saved a workspace of its own. */
            completed_at: string | null;
            /** @description When this record expires, 7 days after `completed_at`. Null until the deletion completes. */
            expires_at: string | null;
        };
        CommandOutput: {
            command: components["schemas"]["SandboxCommand"];
            /** @description Bytes that are not UTF-8 are replaced by U+FFFD. */
            stdout: string;
            stderr: string;
            /** @description Output that this response leaves out, because it is no longer kept or too long. */
            cut: {
                /** @description Bytes of the standard output. */
                stdout: number;
                /** @description Bytes of the standard error. */
                stderr: number;
            };
            /** @description Where the output continues: the `offset` of the next request. */
            offset: string;
        };
        SandboxCommand: {
            id: string;
            sandbox_id: string;
            /** @description The command, shortened to its first 2,000 characters. */
            command: string | string[];
            /** @description The directory in which it runs. */
            cwd: string;
            /**
             * @description `LOST`: it ended without a result, for example because the sandbox was paused.
             * @enum {string}
             */
            status: "RUNNING" | "ENDED" | "LOST";
            /** @description Null until the command has ended. After a signal: 128 and the number of the signal, as in a shell. 126 and 127: the command could not be started or was not found. */
            exit_code: number | null;
            /** @description `timeout`: it reached its time limit. `stopped`: by a request. Null unless it has ended. */
            end_reason: ("exit" | "timeout" | "stopped") | null;
            /** @description Its time limit in seconds. */
            timeout: number;
            /** @description Whether it accepts input. */
            stdin: boolean;
            /** @description The size with which its terminal began. Null without a terminal. */
            tty: components["schemas"]["TerminalSizeOutput"] | null;
            /**
             * Format: date-time
             * @description By the clock of the sandbox.
             */
            started_at: string;
            ended_at: string | null;
            duration_ms: number | null;
            stdout_bytes: number | null;
            stderr_bytes: number | null;
        };
        CommandEvent: {
            /** @constant */
            event: "command";
            /** @description Where the stream continues after this event. */
            id: string;
            data: components["schemas"]["SandboxCommand"];
        } | {
            /** @enum {string} */
            event: "stdout" | "stderr";
            /** @description Where the stream continues after this event. */
            id: string;
            data: components["schemas"]["CommandOutputPiece"];
        } | {
            /** @constant */
            event: "cut";
            /** @description Where the stream continues after this event. */
            id: string;
            data: components["schemas"]["CommandOutputCut"];
        } | {
            /** @constant */
            event: "exit";
            data: components["schemas"]["CommandExit"];
        } | {
            /** @constant */
            event: "error";
            data: components["schemas"]["StreamError"];
        };
        /** @description A piece of output: text, or Base64 if it is not UTF-8. */
        CommandOutputPiece: {
            text: string;
        } | {
            /** Format: base64 */
            base64: string;
        };
        CommandOutputCut: {
            /** @enum {string} */
            stream: "stdout" | "stderr";
            /** @description How much is left out. */
            bytes: number;
        };
        CommandExit: {
            id: string;
            sandbox_id: string;
            /** @description The command, shortened to its first 2,000 characters. */
            command: string | string[];
            /** @description The directory in which it runs. */
            cwd: string;
            /**
             * @description `LOST`: it ended without a result, for example because the sandbox was paused.
             * @enum {string}
             */
            status: "RUNNING" | "ENDED" | "LOST";
            /** @description Null until the command has ended. After a signal: 128 and the number of the signal, as in a shell. 126 and 127: the command could not be started or was not found. */
            exit_code: number | null;
            /** @description `timeout`: it reached its time limit. `stopped`: by a request. Null unless it has ended. */
            end_reason: ("exit" | "timeout" | "stopped") | null;
            /** @description Its time limit in seconds. */
            timeout: number;
            /** @description Whether it accepts input. */
            stdin: boolean;
            /** @description The size with which its terminal began. Null without a terminal. */
            tty: components["schemas"]["TerminalSizeOutput"] | null;
            /**
             * Format: date-time
             * @description By the clock of the sandbox.
             */
            started_at: string;
            ended_at: string | null;
            duration_ms: number | null;
            stdout_bytes: number | null;
            stderr_bytes: number | null;
            /** @description Output that this response leaves out, because it is no longer kept or too long. */
            cut: {
                /** @description Bytes of the standard output. */
                stdout: number;
                /** @description Bytes of the standard error. */
                stderr: number;
            };
        };
        /** @description Why the stream ends early. `code` as in errors. */
        StreamError: {
            code: string;
            detail: string;
        };
        SandboxSpecInfo: {
            id: string;
            command: string[] | null;
            /** Format: date-time */
            created_at: string;
            initial_env: {
                [key: string]: string;
            };
            working_dir: string;
            /** @description vCPUs of a sandbox. */
            vcpu: number;
            /** @description Memory of a sandbox in GB. */
            memory_gb: number;
            /** @description Size of the workspace in GB. */
            workspace_gb: number;
            /**
             * @description The processor of its sandboxes.
             * @enum {string}
             */
            architecture: "X86_64" | "ARM64";
            /** @description The capacity of starts that choose none. */
            capacity: components["schemas"]["Capacity"];
            /** @description What an hour of a running sandbox costs in US dollars, as usage counts it: vCPUs, memory, public IPv4 address and workspace. Language models are not included. */
            cost_per_hour_usd: string;
            /** @description The same on Spot capacity. An estimate: AWS changes the price of Spot with demand. */
            spot_cost_per_hour_usd: string;
            /** @description The sizes that a start or resume can choose with `resources`, smallest first. */
            sizes: components["schemas"]["SandboxSize"][];
            /** @description The sizes of the workspace that a start can choose, in GB. */
            workspace_gb_range: {
                min: number;
                max: number;
            };
            /** @description What a GB of the workspace costs in US dollars for 30 days of a running sandbox. It is part of `cost_per_hour_usd`. */
            workspace_cost_per_gb_month_usd: string;
            /** @description Why sandboxes of this spec cannot start, if the service knows it. Null if it knows no reason. */
            unavailable_reason: string | null;
            /** @description The command that installs the program that the local service needs for this spec. Otherwise null. */
            install_command: string | null;
            /** @description Null for specs of the deployment. */
            created_by_user_id: string | null;
            /** @description Rises with each change. Null for specs of the deployment. */
            version: number | null;
            /** @description The newest version whose check has passed, which new sandboxes start from. Null: none yet. */
            offered_version: number | null;
            /** @description The check of `version`. Null for specs of the deployment. */
            check: components["schemas"]["SandboxSpecCheck"] | null;
        };
        /** @description A size that `resources` can choose, with the workspace of the spec. */
        SandboxSize: {
            vcpu: number;
            memory_gb: number;
            /** @description What an hour of a running sandbox costs in US dollars, as usage counts it: vCPUs, memory, public IPv4 address and workspace. Language models are not included. */
            cost_per_hour_usd: string;
            /** @description The same on Spot capacity. An estimate: AWS changes the price of Spot with demand. */
            spot_cost_per_hour_usd: string;
        };
        SandboxSpecCheck: {
            /** @description Of a first start of `version`: PENDING until its result is known, PASSED when its agent server spoke the protocol, or FAILED. */
            state: components["schemas"]["SpecCheckState"];
            /** @description Why it failed, as a code. Null unless FAILED. */
            reason: string | null;
            /** @description What went wrong and what to do. Null unless FAILED. */
            detail: string | null;
            /** @description The release that the agent server reported. */
            agent_version: string | null;
            /** @description The sandbox of the check. It counts and costs like any other, and is deleted afterwards. */
            sandbox_id: string;
            /** Format: date-time */
            started_at: string;
            finished_at: string | null;
        };
        /** @enum {string} */
        SpecCheckState: "PENDING" | "PASSED" | "FAILED";
        /** @description What the operator allows for specs of your own. Null: none. */
        OwnSpecOffer: {
            /** @description The registries from which images can come. */
            registries: string[];
            /** @description How many specs an owner can have. */
            max: number;
            /** @description Whether only API keys with the scope `admin` can make and change them. */
            admins_only: boolean;
        };
        SandboxSpecDetails: {
            id: string;
            command: string[] | null;
            /** Format: date-time */
            created_at: string;
            initial_env: {
                [key: string]: string;
            };
            working_dir: string;
            /** @description vCPUs of a sandbox. */
            vcpu: number;
            /** @description Memory of a sandbox in GB. */
            memory_gb: number;
            /** @description Size of the workspace in GB. */
            workspace_gb: number;
            /**
             * @description The processor of its sandboxes.
             * @enum {string}
             */
            architecture: "X86_64" | "ARM64";
            /** @description The capacity of starts that choose none. */
            capacity: components["schemas"]["Capacity"];
            /** @description What an hour of a running sandbox costs in US dollars, as usage counts it: vCPUs, memory, public IPv4 address and workspace. Language models are not included. */
            cost_per_hour_usd: string;
            /** @description The same on Spot capacity. An estimate: AWS changes the price of Spot with demand. */
            spot_cost_per_hour_usd: string;
            /** @description The sizes that a start or resume can choose with `resources`, smallest first. */
            sizes: components["schemas"]["SandboxSize"][];
            /** @description The sizes of the workspace that a start can choose, in GB. */
            workspace_gb_range: {
                min: number;
                max: number;
            };
            /** @description What a GB of the workspace costs in US dollars for 30 days of a running sandbox. It is part of `cost_per_hour_usd`. */
            workspace_cost_per_gb_month_usd: string;
            /** @description Why sandboxes of this spec cannot start, if the service knows it. Null if it knows no reason. */
            unavailable_reason: string | null;
            /** @description The command that installs the program that the local service needs for this spec. Otherwise null. */
            install_command: string | null;
            /** @description Null for specs of the deployment. */
            created_by_user_id: string | null;
            /** @description Rises with each change. Null for specs of the deployment. */
            version: number | null;
            /** @description The newest version whose check has passed, which new sandboxes start from. Null: none yet. */
            offered_version: number | null;
            /** @description The check of `version`. Null for specs of the deployment. */
            check: components["schemas"]["SandboxSpecCheck"] | null;
            /** @description Null for specs of the deployment. */
            image: string | null;
            user: string | null;
            /** @description Null for specs of the deployment. */
            workspace_path: string | null;
            ephemeral_gb: number | null;
            ports: {
                [key: string]: number;
            };
            idle_minutes: number;
            lifetime_minutes: number;
            retention_days: number;
            seals_with_boot_key: boolean;
        };
        CurrentKey: {
            id: string;
            name: string | null;
            owner_id: string;
            org_id: string | null;
            bound_org_id: string | null;
            /** @description The ID of the person, or of the owner for API keys that belong to no person. */
            user_id: string;
            /** @description The person who sends the request or to whom the API key belongs. Null for an API key that belongs to no person. */
            member: {
                id: string;
                name: string | null;
                email: string | null;
                role: components["schemas"]["Role"];
            } | null;
            /** @enum {string} */
            auth_type: "bearer" | "api_key";
            scopes: components["schemas"]["Scope"][];
        };
        /**
         * @description `viewer` can read, `member` can also run conversations and sandboxes, `admin` can also manage settings, members and keys, `operator` can also manage all owners.
         * @enum {string}
         */
        Role: "viewer" | "member" | "admin" | "operator";
        ApiKey: {
            id: string;
            name: string | null;
            /** @description The last characters of the key. */
            last4: string | null;
            scopes: components["schemas"]["Scope"][];
            limits: components["schemas"]["Limits"];
            /** @description The key lineages whose limits apply, each by the id of its first key: its own lineage first, then its parents. */
            lineages: string[];
            /** Format: date-time */
            created_at: string;
            /** @description The id of the key or person that created it, or `operator`. */
            created_by: string | null;
            /** @description The person whose key it is: it never does more than the person may, counts for their limits, and can end with their membership. Null for a key without a person. */
            member: {
                id: string;
                name: string | null;
                email: string | null;
            } | null;
            /** @description Can be up to ten minutes late. */
            last_used_at: string | null;
            not_before: string | null;
            expires_at: string | null;
            /** @description The id of the key that this key replaces. */
            rotated_from: string | null;
            /** @description The id of the key that replaces this key. */
            rotated_to: string | null;
            org_id: string | null;
        };
        /** @description Null: only the limits of the owner or the service apply. */
        Limits: {
            sandboxes: number | null;
            vcpus: number | null;
            requests_per_minute: number | null;
            monthly_budget_usd: number | null;
            monthly_sandbox_hours: number | null;
        };
        CreatedApiKey: {
            id: string;
            name: string | null;
            /** @description The last characters of the key. */
            last4: string | null;
            scopes: components["schemas"]["Scope"][];
            limits: components["schemas"]["Limits"];
            /** @description The key lineages whose limits apply, each by the id of its first key: its own lineage first, then its parents. */
            lineages: string[];
            /** Format: date-time */
            created_at: string;
            /** @description The id of the key or person that created it, or `operator`. */
            created_by: string | null;
            /** @description The person whose key it is: it never does more than the person may, counts for their limits, and can end with their membership. Null for a key without a person. */
            member: {
                id: string;
                name: string | null;
                email: string | null;
            } | null;
            /** @description Can be up to ten minutes late. */
            last_used_at: string | null;
            not_before: string | null;
            expires_at: string | null;
            /** @description The id of the key that this key replaces. */
            rotated_from: string | null;
            /** @description The id of the key that replaces this key. */
            rotated_to: string | null;
            org_id: string | null;
            /** @description The secret key. Shown only in this response and, for one day, when the same API key repeats the request with the same Idempotency-Key. */
            key: string;
        };
        RotatedApiKey: {
            id: string;
            name: string | null;
            /** @description The last characters of the key. */
            last4: string | null;
            scopes: components["schemas"]["Scope"][];
            limits: components["schemas"]["Limits"];
            /** @description The key lineages whose limits apply, each by the id of its first key: its own lineage first, then its parents. */
            lineages: string[];
            /** Format: date-time */
            created_at: string;
            /** @description The id of the key or person that created it, or `operator`. */
            created_by: string | null;
            /** @description The person whose key it is: it never does more than the person may, counts for their limits, and can end with their membership. Null for a key without a person. */
            member: {
                id: string;
                name: string | null;
                email: string | null;
            } | null;
            /** @description Can be up to ten minutes late. */
            last_used_at: string | null;
            not_before: string | null;
            expires_at: string | null;
            /** @description The id of the key that this key replaces. */
            rotated_from: string | null;
            /** @description The id of the key that replaces this key. */
            rotated_to: string | null;
            org_id: string | null;
            /** @description The secret key. Shown only in this response and, for one day, when the same API key repeats the request with the same Idempotency-Key. */
            key: string;
            previous: components["schemas"]["ApiKey"];
        };
        SignedInUser: {
            user: components["schemas"]["User"];
            memberships: components["schemas"]["Membership"][];
            /** @description The owner of requests without X-Org-Id. Null for a person who is a member of no owner. */
            current_owner_id: string | null;
        };
        User: {
            id: string;
            email: string | null;
            name: string | null;
            /** @description An HTTPS URL. */
            picture: string | null;
        };
        Membership: {
            owner_id: string;
            /** @description The ID of the owner as an organization, for X-Org-Id and `/api/organizations`. */
            org_id: string;
            role: components["schemas"]["Role"];
        };
        CreatedOwner: {
            id: string;
            state: components["schemas"]["OwnerState"];
            /** @description Null for an owner that has keys but was never created explicitly. */
            created_at: string | null;
            /** @description The ID of the API key or person that created the owner, or `operator`. */
            created_by: string | null;
            limits: components["schemas"]["Limits"];
            /** @description The number of sandboxes that currently count towards the limit. */
            active_sandboxes: number;
            suspension: components["schemas"]["OwnerSuspension"] | null;
            deletion: components["schemas"]["OwnerDeletion"] | null;
            key: components["schemas"]["CreatedApiKey"] | null;
        };
        /**
         * @description SUSPENDED: nothing can start, running sandboxes are paused, reads and deletions work. DELETING: everything of the owner is being deleted. DELETED: only the receipt is left.
         * @enum {string}
         */
        OwnerState: "ACTIVE" | "SUSPENDED" | "DELETING" | "DELETED";
        OwnerSuspension: {
            /** Format: date-time */
            at: string;
            /** @description The ID of the API key or person that suspended the owner. */
            by: string | null;
            /** @description Shown to the owner with each refused start. */
            reason: string | null;
        };
        OwnerDeletion: {
            /** Format: date-time */
            requested_at: string;
            /** @description The ID of the API key or person that requested the deletion. */
            requested_by: string | null;
            /**
             * @description Whether the usage ledger and the audit log are kept or deleted.
             * @enum {string}
             */
            records: "keep" | "delete";
            /** @description Null while the deletion is under way. */
            finished_at: string | null;
            /** @description How many of each kind were deleted so far, by the name of the kind. */
            deleted: {
                [key: string]: number;
            };
        };
        Owner: {
            id: string;
            state: components["schemas"]["OwnerState"];
            /** @description Null for an owner that has keys but was never created explicitly. */
            created_at: string | null;
            /** @description The ID of the API key or person that created the owner, or `operator`. */
            created_by: string | null;
            limits: components["schemas"]["Limits"];
            /** @description The number of sandboxes that currently count towards the limit. */
            active_sandboxes: number;
            suspension: components["schemas"]["OwnerSuspension"] | null;
            deletion: components["schemas"]["OwnerDeletion"] | null;
        };
        CurrentLimits: {
            rate_limit: {
                policy: string;
                limit: number;
                window_seconds: number;
                used: number;
                remaining: number;
                /** Format: date-time */
                reset_at: string;
            };
            /** @description Concurrent sandboxes: starting, running or resuming. */
            sandboxes: {
                owner: {
                    /** @description Null if no limit applies. If several limits apply, the one with the least left. */
                    limit: number | null;
                    /** @description Used by all keys that share this limit. */
                    used: number;
                };
                key: {
                    /** @description Null if no limit applies. If several limits apply, the one with the least left. */
                    limit: number | null;
                    /** @description Used by all keys that share this limit. */
                    used: number;
                };
                /** @description The limits of the person, with all of their API keys. Null for a key without a person. */
                member: {
                    /** @description Null if no limit applies. If several limits apply, the one with the least left. */
                    limit: number | null;
                    /** @description Used by all keys that share this limit. */
                    used: number;
                } | null;
            };
            /** @description The vCPUs of these sandboxes. */
            vcpus: {
                owner: {
                    /** @description Null if no limit applies. If several limits apply, the one with the least left. */
                    limit: number | null;
                    /** @description Used by all keys that share this limit. */
                    used: number;
                };
                key: {
                    /** @description Null if no limit applies. If several limits apply, the one with the least left. */
                    limit: number | null;
                    /** @description Used by all keys that share this limit. */
                    used: number;
                };
                /** @description The limits of the person, with all of their API keys. Null for a key without a person. */
                member: {
                    /** @description Null if no limit applies. If several limits apply, the one with the least left. */
                    limit: number | null;
                    /** @description Used by all keys that share this limit. */
                    used: number;
                } | null;
            };
            /** @description Snapshots, with those that the service keeps for forks. */
            snapshots: {
                owner: {
                    /** @description Null if no limit applies. If several limits apply, the one with the least left. */
                    limit: number | null;
                    /** @description Used by all keys that share this limit. */
                    used: number;
                };
            };
            budgets: {
                /** @description In UTC, for example `2026-11`. */
                month: string;
                /** @description When the usage was calculated. */
                as_of: string | null;
                owner: {
                    usd: {
                        /** @description Null if there is none. */
                        limit: number | null;
                        /** @description Includes language models, which the usage report also shows apart, and what starts and requests to models reserve. Null if no limit needs it; the usage report shows everything. */
                        used: number | null;
                    };
                    sandbox_hours: {
                        /** @description Null if there is none. */
                        limit: number | null;
                        /** @description Includes amounts reserved by starts. Null if no limit needs it; the usage report shows everything. */
                        used: number | null;
                    };
                };
                key: {
                    usd: {
                        /** @description Null if there is none. */
                        limit: number | null;
                        /** @description Includes language models, which the usage report also shows apart, and what starts and requests to models reserve. Null if no limit needs it; the usage report shows everything. */
                        used: number | null;
                    };
                    sandbox_hours: {
                        /** @description Null if there is none. */
                        limit: number | null;
                        /** @description Includes amounts reserved by starts. Null if no limit needs it; the usage report shows everything. */
                        used: number | null;
                    };
                };
                /** @description The limits of the person, with all of their API keys. Null for a key without a person. */
                member: {
                    usd: {
                        /** @description Null if there is none. */
                        limit: number | null;
                        /** @description Includes language models, which the usage report also shows apart, and what starts and requests to models reserve. Null if no limit needs it; the usage report shows everything. */
                        used: number | null;
                    };
                    sandbox_hours: {
                        /** @description Null if there is none. */
                        limit: number | null;
                        /** @description Includes amounts reserved by starts. Null if no limit needs it; the usage report shows everything. */
                        used: number | null;
                    };
                } | null;
            };
            /** @description This key's requests in the last 24 hours, and how many went to legacy endpoints. */
            calls: {
                /** Format: date-time */
                since: string;
                total: number;
                legacy: number;
            };
        };
        OrganizationBudgets: {
            /** @description Whether the organization has a limit. */
            enabled: boolean;
            /** @description In US dollars. */
            monthly_limit: number | null;
            /** @constant */
            reset_day: 1;
            /**
             * Format: date-time
             * @description The start of the calendar month (UTC).
             */
            cycle_start_at: string;
            /** Format: date-time */
            cycle_end_at: string;
            /** @description The cost of sandboxes and of language models in this month, in US dollars, including those of former members. */
            current_spend: number;
            /** @description The part of it for language models. */
            current_model_spend: number;
            /** @description The share of the limit; 0 without a limit. */
            current_spend_percentage: number;
            default_user_monthly_limit: null;
            /** @description When alerts are sent, and whether someone receives them: see `/api/v1/alerts`. */
            thresholds: {
                id: number;
                percentage: number;
                email_enabled: boolean;
                slack_enabled: boolean;
            }[];
            slack_channel: null;
            slack_team_id: null;
            litellm_last_sync_at: null;
            litellm_last_sync_status: null;
            litellm_last_sync_error: null;
            users: components["schemas"]["OrganizationBudgetUser"][];
            users_total: number;
            users_page: number;
            users_per_page: number;
        };
        OrganizationBudgetUser: {
            user_id: string;
            user_email: string | null;
            user_name: string | null;
            /** @description The cost of sandboxes and of language models in this month (UTC), in US dollars. */
            current_spend: number;
            /** @description The part of it for language models. */
            current_model_spend: number;
            /** @description The member's own limit, in US dollars. */
            monthly_limit: number | null;
            /** @description The lower of the member's own limit and the organization's. */
            effective_monthly_limit: number | null;
            /** @constant */
            is_disabled: false;
            /** @description Whether the member has a limit of their own. */
            is_override: boolean;
        };
        OrganizationMemberFinances: {
            items: {
                user_id: string;
                email: string | null;
                lifetime_spend: number;
                /** @description What is left of `max_budget` in this month (UTC); 0 without a limit. */
                current_budget: number;
                /** @description The member's own monthly limit. */
                max_budget: number | null;
            }[];
            current_page: number;
            per_page: number;
            next_page_id: string | null;
            /** @description False if the ledger has more entries than one request adds up. `lifetime_spend` then contains only the oldest. */
            is_complete: boolean;
        };
        AuditEntry: {
            id: string;
            /** Format: date-time */
            occurred_at: string;
            /** @description The operationId of an endpoint, or an event type such as `key.created`. */
            action: string;
            /** @enum {string} */
            outcome: "success" | "refused" | "failed";
            actor: {
                /** @enum {string} */
                type: "key" | "person" | "operator" | "address";
                owner_id: string | null;
                key_id: string | null;
                name: string | null;
                /** @description The person who signed in, or for whom the API key acted. */
                user_id: string | null;
                /** @description The name or address of the person at that time. */
                user_name: string | null;
            };
            /** @description The ids of the affected objects, by name. */
            resource: {
                [key: string]: string;
            };
            /** @description Null for actions that an operator took on the command line. */
            request: {
                /** @description The value of the response header X-Request-Id. */
                id: string;
                source_ip: string | null;
                user_agent: string | null;
                method: string | null;
                /** @description The path template, with the names of its parameters. */
                path: string | null;
                status: number | null;
                code: string | null;
            } | null;
        };
        DeviceAuthorization: {
            device_code: string;
            user_code: string;
            verification_uri: string;
            verification_uri_complete: string;
            expires_in: number;
            interval: number;
        };
        DeviceToken: {
            access_token: string;
            /** @constant */
            token_type: "Bearer";
            /** @description The key's lifetime in seconds. */
            expires_in: number;
            /** @description The scopes that the person granted, separated by spaces. */
            scope: string;
        };
        DeviceRequest: {
            device: components["schemas"]["DeviceProgram"];
            /**
             * Format: date-time
             * @description Until when the code can be approved.
             */
            expires_at: string;
            /** @description Empty if the program asked for none. */
            requested_scopes: components["schemas"]["Scope"][];
            /** @description What an approval without `scope` grants: never more than the calling key has. */
            scopes: components["schemas"]["Scope"][];
            /** @description The name of the key if the approval has none. */
            key_name: string;
            /**
             * Format: date-time
             * @description When the key expires if the approval does not say.
             */
            key_expires_at: string;
        };
        DeviceProgram: {
            /** @description The name that the program claims. */
            client_name: string | null;
            /** @description The machine that the program claims to run on. */
            device_name: string | null;
            /** @description The `User-Agent` of the device's request. */
            program: string | null;
            /** @description The IP address that requested the code. */
            address: string | null;
            /** Format: date-time */
            asked_at: string;
        };
        DecidedDevice: {
            message: string;
            device: components["schemas"]["DeviceProgram"];
            /** @description The scopes that the device's key will have. */
            scopes: components["schemas"]["Scope"][];
            /** @description The name of the device's key; null after a denial. */
            key_name: string | null;
            /** @description When the device's key expires; null after a denial. */
            expires_at: string | null;
        };
        SuggestedGitTask: {
            git_provider: components["schemas"]["ProviderType"];
            task_type: components["schemas"]["TaskType"];
            repo: string;
            issue_number: number;
            title: string;
        };
        LegacyGitRepository: {
            id: string;
            /** @description Owner and name. Some providers have groups or a project between them. */
            full_name: string;
            git_provider: components["schemas"]["ProviderType"];
            is_public: boolean;
            stargazers_count: number | null;
            pushed_at: string | null;
            owner_type: ("user" | "organization") | null;
            main_branch: string | null;
            /** @description If there is a next page, a link to it in the format of a `Link` header (RFC 8288). */
            link_header: string | null;
        };
        LegacyBranchPage: {
            branches: components["schemas"]["GitBranch"][];
            has_next_page: boolean;
            current_page: number;
            per_page: number;
            total_count: number | null;
        };
        GitBranch: {
            name: string;
            commit_sha: string;
            protected: boolean;
            last_push_date: string | null;
        };
        RepositoryMicroagent: {
            name: string;
            path: string;
            git_provider: components["schemas"]["ProviderType"];
            created_at: string;
        };
        RepositoryMicroagentContent: {
            content: string;
            path: string;
            triggers: string[];
            git_provider: components["schemas"]["ProviderType"];
        };
        GitRepository: {
            id: string;
            /** @description Owner and name. Some providers have groups or a project between them. */
            full_name: string;
            git_provider: components["schemas"]["ProviderType"];
            is_public: boolean;
            stargazers_count: number | null;
            pushed_at: string | null;
            owner_type: ("user" | "organization") | null;
            main_branch: string | null;
        };
        /** @description A provider that did not respond while others did, and why. */
        GitProviderFailure: {
            provider: components["schemas"]["ProviderType"];
            code: string;
            detail: string;
        };
        OptionsConfig: {
            /** @enum {string} */
            APP_MODE: "oss" | "saas";
            APP_SLUG: string | null;
            GITHUB_CLIENT_ID: string;
            POSTHOG_CLIENT_KEY: string;
            PROVIDERS_CONFIGURED: components["schemas"]["ProviderType"][];
            AUTH_URL: string | null;
            FEATURE_FLAGS: {
                ENABLE_BILLING: boolean;
                HIDE_LLM_SETTINGS: boolean;
                ENABLE_JIRA: boolean;
                ENABLE_JIRA_DC: boolean;
                ENABLE_LINEAR: boolean;
            };
            MAINTENANCE: {
                startTime: string;
            } | null;
        };
        WebClientConfig: {
            /** @enum {string} */
            app_mode: "oss" | "saas";
            posthog_client_key: string | null;
            feature_flags: {
                enable_billing: boolean;
                hide_llm_settings: boolean;
                enable_jira: boolean;
                enable_jira_dc: boolean;
                enable_linear: boolean;
            };
            providers_configured: components["schemas"]["ProviderType"][];
            maintenance_start_time: string | null;
            auth_url: string | null;
            /** @description The OpenID provider by which people sign in, with its public client. Send ID tokens, or access tokens if there is an `audience`. Ask for `offline_access` only if the discovery document lists it. `null` if there are only API keys. */
            oidc: {
                issuer: string;
                client_id: string;
                audience: string | null;
                scopes: string[];
            } | null;
            recaptcha_site_key: string | null;
            faulty_models: string[];
            error_message: string | null;
            updated_at: string;
            github_app_slug: string | null;
            /** @constant */
            kind: "WebClientConfig";
        };
        LanguageModel: {
            provider: string | null;
            name: string;
            verified: boolean;
        };
        ModelProvider: {
            name: string;
            verified: boolean;
        };
        GitUser: {
            id: string;
            login: string;
            avatar_url: string;
            company: string | null;
            name: string | null;
            email: string | null;
        };
        Organization: {
            id: string;
            /** @description The ID of the owner until an admin chooses a name. */
            name: string;
            contact_name: string;
            /** @description Empty if there is none. */
            contact_email: string;
            /** @description True for API keys that belong to no person. */
            is_personal: boolean;
            /** @description Always null. Budgets and usage have their own endpoints. */
            credits: number | null;
        };
        OrganizationDetails: {
            id: string;
            /** @description The ID of the owner until an admin chooses a name. */
            name: string;
            contact_name: string;
            /** @description Empty if there is none. */
            contact_email: string;
            /** @description True for API keys that belong to no person. */
            is_personal: boolean;
            /** @description Always null. Budgets and usage have their own endpoints. */
            credits: number | null;
            /** @description As in `GET /api/v1/settings`. Secrets are never shown. */
            agent_settings: {
                [key: string]: unknown;
            };
            conversation_settings: {
                [key: string]: unknown;
            };
            enable_proactive_conversation_starters: boolean;
            v1_enabled: boolean;
            /** @description Increases with each change of name or contact. */
            org_version: number;
            search_api_key: null;
            sandbox_api_key: null;
            max_budget_per_task: number | null;
            remote_runtime_resource_factor: number | null;
            sandbox_base_container_image: string | null;
            sandbox_runtime_container_image: string | null;
            conversation_expiration: null;
            billing_margin: null;
        };
        OrganizationMember: {
            org_id: string;
            user_id: string;
            email: string;
            /**
             * @description The role in the terms of the hosted product: `member` for `viewer` and `member`, `admin` for `admin`, `owner` for `operator`. `access_role` has the exact role.
             * @enum {string}
             */
            role: "owner" | "admin" | "member";
            status: string;
            /** @description The permissions of the user in this organization. Clients hide what is not listed. */
            permissions: ("view_org_settings" | "edit_org_settings" | "change_organization_name" | "view_llm_settings" | "edit_llm_settings" | "manage_application_settings" | "manage_secrets" | "manage_mcp" | "manage_integrations" | "manage_api_keys" | "invite_user_to_organization" | "change_user_role:member" | "change_user_role:admin" | "change_user_role:owner" | "view_org_conversations")[];
            /** @description The exact role. Null for API keys that belong to no person. */
            access_role: components["schemas"]["Role"] | null;
            name: string | null;
            /** @description The scopes of the user; for the caller, those of the token or API key of this request. */
            scopes: components["schemas"]["Scope"][];
            /**
             * @description Always empty: keys of models are never shown.
             * @constant
             */
            llm_api_key: "";
            llm_api_key_for_byor: null;
            /** @description Always empty: all members share the settings. */
            agent_settings_diff: {
                [key: string]: unknown;
            };
            conversation_settings_diff: {
                [key: string]: unknown;
            };
        };
        OrgMember: {
            user_id: string;
            email: string | null;
            role_id: number;
            /**
             * @description The role in the terms of the hosted product: `member` for `viewer` and `member`, `admin` for `admin`, `owner` for `operator`. `access_role` has the exact role.
             * @enum {string}
             */
            role: "owner" | "admin" | "member";
            /** @description A lower number means more rights. */
            role_rank: number;
            /** @enum {string} */
            status: "active" | "inactive";
            access_role: components["schemas"]["Role"];
            name: string | null;
            /** @description Whether groups of the identity provider determine the role. */
            managed: boolean;
            limits: components["schemas"]["Limits"];
            /** Format: date-time */
            joined_at: string;
        };
        ProfileList: {
            profiles: {
                name: string;
                model: string | null;
                base_url: string | null;
                api_key_set: boolean;
                provider_connection_id?: string;
                provider_connection_broken?: boolean;
            }[];
            active_profile: string | null;
        };
        ChosenOrganization: {
            id: string;
            /** @description The ID of the owner until an admin chooses a name. */
            name: string;
            contact_name: string;
            /** @description Empty if there is none. */
            contact_email: string;
            /** @description True for API keys that belong to no person. */
            is_personal: boolean;
            /** @description Always null. Budgets and usage have their own endpoints. */
            credits: number | null;
        };
        BatchInvitation: {
            successful: components["schemas"]["CreatedInvitation"][];
            failed: {
                email: string;
                error: string;
            }[];
            /** @description Whether this deployment sends mail (the setting `mailFrom`). */
            email_delivery_configured: boolean;
        };
        CreatedInvitation: {
            id: number;
            /** @description Empty for an invitation link, which anyone who has it can accept. */
            email: string;
            /**
             * @description The role in the terms of the hosted product: `member` for `viewer` and `member`, `admin` for `admin`, `owner` for `operator`. `access_role` has the exact role.
             * @enum {string}
             */
            role: "owner" | "admin" | "member";
            access_role: components["schemas"]["Role"];
            /** @constant */
            status: "pending";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            inviter_email: string | null;
            inviter_name: string | null;
            /** @description The page of the web console that accepts the invitation. It contains the token, so it is shown once, in the response that creates the invitation. Null if there is no console. */
            invite_url: string | null;
            /** @description The secret of the invitation. Shown once. */
            token: string | null;
            /** @description Whether the mail service accepted the mail. If not, send the URL to the person yourself. */
            email_sent: boolean;
        };
        PendingInvitations: {
            items: components["schemas"]["Invitation"][];
            /** @description Whether this deployment sends mail (the setting `mailFrom`). */
            email_delivery_configured: boolean;
            /** @description Always false: organizations have no such setting. */
            auto_add_enabled: boolean;
        };
        Invitation: {
            id: number;
            /** @description Empty for an invitation link, which anyone who has it can accept. */
            email: string;
            /**
             * @description The role in the terms of the hosted product: `member` for `viewer` and `member`, `admin` for `admin`, `owner` for `operator`. `access_role` has the exact role.
             * @enum {string}
             */
            role: "owner" | "admin" | "member";
            access_role: components["schemas"]["Role"];
            /** @constant */
            status: "pending";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            inviter_email: string | null;
            inviter_name: string | null;
            /** @description The page of the web console that accepts the invitation. It contains the token, so it is shown once, in the response that creates the invitation. Null if there is no console. */
            invite_url: string | null;
            /** @description The secret of the invitation. Shown once. */
            token: string | null;
        };
        AcceptedInvitation: {
            /** @constant */
            success: true;
            org_id: string;
            org_name: string;
            /**
             * @description The role in the terms of the hosted product: `member` for `viewer` and `member`, `admin` for `admin`, `owner` for `operator`. `access_role` has the exact role.
             * @enum {string}
             */
            role: "owner" | "admin" | "member";
            access_role: components["schemas"]["Role"];
        };
        Settings: {
            language: string | null;
            agent: string;
            max_iterations: number;
            security_analyzer: string | null;
            confirmation_mode: boolean;
            llm_model: string;
            llm_base_url: string | null;
            llm_api_key: string | null;
            llm_api_key_set: boolean;
            search_api_key: string | null;
            search_api_key_set: boolean;
            /** @description The git providers with a stored token, each with its host. Null means the public host. */
            provider_tokens_set: {
                [key: string]: string | null;
            };
            /** @description The GitHub App for tokens that last for one hour. */
            github_app: components["schemas"]["GitHubApp"] | null;
            enable_default_condenser: boolean;
            condenser_max_size: number | null;
            mcp_config: {
                sse_servers: {
                    [key: string]: unknown;
                }[];
                stdio_servers: {
                    [key: string]: unknown;
                }[];
                shttp_servers: {
                    [key: string]: unknown;
                }[];
            };
            user_version: number | null;
            email: string | null;
            email_verified: boolean | null;
            git_user_name: string | null;
            git_user_email: string | null;
            user_consents_to_analytics: boolean | null;
            enable_sound_notifications: boolean;
            enable_desktop_notifications: boolean;
            enable_proactive_conversation_starters: boolean;
            enable_solvability_analysis: boolean;
            disabled_skills: string[] | null;
            max_budget_per_task: number | null;
            remote_runtime_resource_factor: number | null;
            sandbox_base_container_image: string | null;
            sandbox_runtime_container_image: string | null;
            sandbox_api_key: null;
            sandbox_grouping_strategy: string;
            v1_enabled: boolean;
            is_new_user: boolean;
            default_visibility: components["schemas"]["Visibility"];
            agent_settings: {
                [key: string]: unknown;
            };
            conversation_settings: {
                [key: string]: unknown;
            };
            llm_profiles: {
                profiles: {
                    [key: string]: {
                        [key: string]: unknown;
                    };
                };
                active: string | null;
            };
        };
        GitHubApp: {
            app_id: string;
            installation_id: string | null;
            /** @description Null means github.com. */
            host: string | null;
        };
        SettingsSchema: {
            model_name: string;
            sections: {
                key: string;
                label: string;
                fields: {
                    key: string;
                    label: string;
                    description: string | null;
                    section: string;
                    section_label: string;
                    /** @enum {string} */
                    value_type: "string" | "integer" | "number" | "boolean" | "array" | "object";
                    default: string | number | boolean | null;
                    /** @enum {string} */
                    prominence: "critical" | "major" | "minor";
                    depends_on: string[];
                    secret: boolean;
                    choices: {
                        value: string | number | boolean;
                        label: string;
                    }[];
                    variant: string | null;
                }[];
                variant: string | null;
            }[];
        };
        OrganizationSettings: {
            agent_settings: {
                [key: string]: unknown;
            };
            conversation_settings: {
                [key: string]: unknown;
            };
            llm_api_key_set: boolean;
            /** @description Never shown. */
            search_api_key: string | null;
        };
        OrganizationAppSettings: {
            enable_proactive_conversation_starters: boolean;
            max_budget_per_task: number | null;
            /** @description Always empty. */
            registered_marketplaces: unknown[];
            /** @description When the settings changed last; null if they never did. */
            updated_at: string | null;
        };
        UserAppSettings: {
            language: string | null;
            user_consents_to_analytics: boolean | null;
            enable_sound_notifications: boolean;
            git_user_name: string | null;
            git_user_email: string | null;
            /** @description Clones have the newest commit. Agents fetch more history. */
            git_full_clone: null;
        };
        Profile: {
            name: string;
            config: {
                [key: string]: unknown;
            };
            api_key_set: boolean;
        };
        ProfileChanged: {
            name: string;
            message: string;
        };
        ProfileActivated: {
            name: string;
            message: string;
            model: string | null;
        };
        OrganizationProfile: {
            name: string;
            llm: {
                [key: string]: unknown;
            };
            api_key_set: boolean;
        };
        OrganizationProfileActivated: {
            name: string;
            message: string;
            llm: {
                [key: string]: unknown;
            };
        };
        ProviderConnection: {
            id: string;
            display_name: string;
            provider: string;
            base_url: string | null;
            /** @description In seconds since 1970, like `updated_at`. */
            created_at: number;
            updated_at: number;
            api_key_set: boolean;
        };
        AgentProfileList: {
            profiles: components["schemas"]["AgentProfileSummary"][];
            active_agent_profile_id: string | null;
        };
        AgentProfileSummary: {
            id: string;
            name: string;
            /** @enum {string} */
            agent_kind: "openhands" | "acp";
            revision: number;
            llm_profile_ref: string | null;
            mcp_server_refs: string[] | null;
        };
        AgentProfile: {
            name: string;
            profile: {
                [key: string]: unknown;
            };
        };
        AgentProfileChanged: {
            name: string;
            message: string;
        };
        AgentProfileActivated: {
            id: string;
            message: string;
            /** @constant */
            agent_settings_applied: false;
        };
        CustomSecret: {
            name: string;
            description: string | null;
        };
        SandboxSecrets: {
            secrets: {
                name: string;
                description: string | null;
            }[];
        };
        PrebuildWithSecret: {
            id: string;
            created_by_user_id: string;
            repository: string;
            git_provider: components["schemas"]["ProviderType"] | null;
            branch: string | null;
            sandbox_spec_id: string;
            refresh: components["schemas"]["PrebuildRefresh"];
            setup_on_start: boolean;
            /** @description The size of the sandboxes of builds. Null: that of the spec. */
            resources: components["schemas"]["ResourcesRequestOutput"] | null;
            state: components["schemas"]["PrebuildState"];
            /** @description The last successful build. Null before the first one. */
            current: components["schemas"]["FinishedBuild"] | null;
            /** @description The build that is waiting or under way. */
            build: components["schemas"]["PrebuildBuild"] | null;
            /** @description Why the last build failed. Null if it succeeded. */
            failure: components["schemas"]["FailedBuild"] | null;
            /** @description When the next daily build is due. */
            next_build_at: string | null;
            /** @description The URL for the webhook of the git provider. Null unless `refresh` is `push`. */
            hook_url: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description The secret for the webhook of the git provider. Shown only once. Null unless `refresh` is `push`. */
            hook_secret: string | null;
        };
        /**
         * @description BUILDING: a build is waiting or under way. READY: the last build succeeded. ERROR: the last build failed. Starts use the last successful build in every state.
         * @enum {string}
         */
        PrebuildState: "BUILDING" | "READY" | "ERROR";
        FinishedBuild: {
            /** @description The snapshot from which starts begin. */
            snapshot_id: string;
            /** @description The commit that was checked out. Null for an empty repository. */
            commit: string | null;
            /** @description The version of your own sandbox spec that it ran. Starts use the build only while that version is the offered one. Null for specs of the deployment. */
            spec_version: number | null;
            /** @description How long the build took, from the start of its sandbox to its snapshot. */
            seconds: number;
            /** Format: date-time */
            built_at: string;
        };
        PrebuildBuild: {
            cause: components["schemas"]["BuildCause"];
            /** @description Null while the build waits for its turn. */
            sandbox_id: string | null;
            /** Format: date-time */
            began_at: string;
        };
        /** @enum {string} */
        BuildCause: "created" | "request" | "push" | "schedule";
        FailedBuild: {
            code: string;
            message: string;
            /** @description The end of what the set-up script printed, without secrets. Up to 2,000 characters. */
            output: string | null;
            /** Format: date-time */
            at: string;
        };
        Prebuild: {
            id: string;
            created_by_user_id: string;
            repository: string;
            git_provider: components["schemas"]["ProviderType"] | null;
            branch: string | null;
            sandbox_spec_id: string;
            refresh: components["schemas"]["PrebuildRefresh"];
            setup_on_start: boolean;
            /** @description The size of the sandboxes of builds. Null: that of the spec. */
            resources: components["schemas"]["ResourcesRequestOutput"] | null;
            state: components["schemas"]["PrebuildState"];
            /** @description The last successful build. Null before the first one. */
            current: components["schemas"]["FinishedBuild"] | null;
            /** @description The build that is waiting or under way. */
            build: components["schemas"]["PrebuildBuild"] | null;
            /** @description Why the last build failed. Null if it succeeded. */
            failure: components["schemas"]["FailedBuild"] | null;
            /** @description When the next daily build is due. */
            next_build_at: string | null;
            /** @description The URL for the webhook of the git provider. Null unless `refresh` is `push`. */
            hook_url: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        UsageReport: {
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            /**
             * Format: date-time
             * @description Running sandboxes are counted up to this time.
             */
            as_of: string;
            /** @enum {string} */
            group_by: "day" | "sandbox" | "conversation" | "key" | "member" | "spec" | "model";
            /**
             * @description Present only if requested.
             * @enum {string}
             */
            split_by?: "day" | "sandbox" | "conversation" | "key" | "member" | "spec" | "model";
            /** @constant */
            currency: "USD";
            /** @description The source of the prices. */
            price_list: {
                /** @description The AWS Region whose list prices apply. */
                region: string;
                /** @description The AWS Region of the service. Differs from `region` if the price list lacks it. */
                service_region: string | null;
                /**
                 * Format: date
                 * @description When the prices in force at `to` were read.
                 */
                read_on: string;
            };
            items: components["schemas"]["UsageGroup"][];
            /** @description Totals of the whole time span, the same on every page. */
            totals: components["schemas"]["UsageTotals"];
            next_page_id: string | null;
        };
        UsageGroup: {
            /** @description The day (UTC), the id of the sandbox, conversation, API key, member or spec, or the name of the language model. Null for usage that belongs to none, and to members for that of other members, except by day, spec and model. */
            group: string | null;
            /** @description The key of the split, in the same form. Present only with `split_by`. */
            split?: string | null;
            /** @description The running time of sandboxes, from the image pull to the end of the task. */
            compute_seconds: number;
            /** @description Billed vCPU time. Each task counts for at least one minute. */
            vcpu_seconds: number;
            /** @description Billed memory time. Each task counts for at least one minute. */
            memory_gb_seconds: number;
            /** @description Billed time of public IPv4 addresses, one per task. */
            public_ipv4_seconds: number;
            /** @description Disks of running sandboxes. */
            workspace_running_gb_seconds: number;
            /** @description Saved workspaces of sandboxes that do not run. */
            workspace_paused_gb_seconds: number;
            api_calls: number;
            /** @description Requests to legacy endpoints, included in `api_calls`. */
            legacy_api_calls: number;
            /** @description Ended requests to language models. */
            model_calls: number;
            /** @description Input tokens that were neither read from nor written to the model provider's cache. */
            model_input_tokens: number;
            model_cache_read_tokens: number;
            model_cache_write_tokens: number;
            model_output_tokens: number;
            /** @description The cost of sandboxes, workspaces and requests, included in `cost_micro_usd`. */
            compute_cost_micro_usd: number;
            /** @description The cost of language models, included in `cost_micro_usd`. */
            model_cost_micro_usd: number;
            /** @description In millionths of a US dollar. */
            cost_micro_usd: number;
            /** @description In US dollars, as a decimal number with six places. */
            cost_usd: string;
        };
        UsageTotals: {
            /** @description The running time of sandboxes, from the image pull to the end of the task. */
            compute_seconds: number;
            /** @description Billed vCPU time. Each task counts for at least one minute. */
            vcpu_seconds: number;
            /** @description Billed memory time. Each task counts for at least one minute. */
            memory_gb_seconds: number;
            /** @description Billed time of public IPv4 addresses, one per task. */
            public_ipv4_seconds: number;
            /** @description Disks of running sandboxes. */
            workspace_running_gb_seconds: number;
            /** @description Saved workspaces of sandboxes that do not run. */
            workspace_paused_gb_seconds: number;
            api_calls: number;
            /** @description Requests to legacy endpoints, included in `api_calls`. */
            legacy_api_calls: number;
            /** @description Ended requests to language models. */
            model_calls: number;
            /** @description Input tokens that were neither read from nor written to the model provider's cache. */
            model_input_tokens: number;
            model_cache_read_tokens: number;
            model_cache_write_tokens: number;
            model_output_tokens: number;
            /** @description The cost of sandboxes, workspaces and requests, included in `cost_micro_usd`. */
            compute_cost_micro_usd: number;
            /** @description The cost of language models, included in `cost_micro_usd`. */
            model_cost_micro_usd: number;
            /** @description In millionths of a US dollar. */
            cost_micro_usd: number;
            /** @description In US dollars, as a decimal number with six places. */
            cost_usd: string;
        };
        Overview: {
            /** @description Null if it is `unavailable`. */
            sandboxes: {
                /** @description Starting, running and failed sandboxes, newest first. */
                items: components["schemas"]["SandboxInfo"][];
                /** @description False if there are more than the 100 newest. */
                is_complete: boolean;
            } | null;
            /** @description Null if it is `unavailable`. */
            conversations: {
                /** @description The 6 newest conversations. */
                recent: components["schemas"]["AppConversation"][];
                /** @description Conversations of the sandboxes, and those whose last start failed. Deleted ones are absent. */
                related: components["schemas"]["AppConversation"][];
            } | null;
            /** @description Null if it is `unavailable`. */
            starts: {
                /** @description Newest first. */
                items: {
                    id: string;
                    status: components["schemas"]["AppConversationStartTaskStatus"];
                    detail: string | null;
                    /** @description The id of the conversation, from the first response on. You can get, list and delete the conversation at once; send messages when the status is READY. */
                    conversation_id: string;
                    sandbox_id: string | null;
                    /** Format: date-time */
                    created_at: string;
                    /** Format: date-time */
                    updated_at: string;
                }[];
                /** @description False if there are more than the 100 newest. */
                is_complete: boolean;
            } | null;
            /** @description Null if it is `unavailable`. */
            usage: {
                /** @constant */
                currency: "USD";
                /** @description The cost of each day (UTC) with usage in this month and the 30 days before today, rounded to 0.0001. The usage report is exact. */
                days: {
                    /** Format: date */
                    day: string;
                    cost_usd: number;
                }[];
            } | null;
            limits: {
                /** @description Concurrent sandboxes: starting, running or resuming. */
                sandboxes: {
                    owner: {
                        /** @description Null if no limit applies. If several limits apply, the one with the least left. */
                        limit: number | null;
                        /** @description Used by all keys that share this limit. */
                        used: number;
                    };
                    key: {
                        /** @description Null if no limit applies. If several limits apply, the one with the least left. */
                        limit: number | null;
                        /** @description Used by all keys that share this limit. */
                        used: number;
                    };
                    /** @description The limits of the person, with all of their API keys. Null for a key without a person. */
                    member: {
                        /** @description Null if no limit applies. If several limits apply, the one with the least left. */
                        limit: number | null;
                        /** @description Used by all keys that share this limit. */
                        used: number;
                    } | null;
                };
                budgets: {
                    /** @description In UTC, for example `2026-11`. */
                    month: string;
                    /** @description When the usage was calculated. */
                    as_of: string | null;
                    owner: {
                        usd: {
                            /** @description Null if there is none. */
                            limit: number | null;
                            /** @description Includes language models, which the usage report also shows apart, and what starts and requests to models reserve. Null if no limit needs it; the usage report shows everything. */
                            used: number | null;
                        };
                        sandbox_hours: {
                            /** @description Null if there is none. */
                            limit: number | null;
                            /** @description Includes amounts reserved by starts. Null if no limit needs it; the usage report shows everything. */
                            used: number | null;
                        };
                    };
                    key: {
                        usd: {
                            /** @description Null if there is none. */
                            limit: number | null;
                            /** @description Includes language models, which the usage report also shows apart, and what starts and requests to models reserve. Null if no limit needs it; the usage report shows everything. */
                            used: number | null;
                        };
                        sandbox_hours: {
                            /** @description Null if there is none. */
                            limit: number | null;
                            /** @description Includes amounts reserved by starts. Null if no limit needs it; the usage report shows everything. */
                            used: number | null;
                        };
                    };
                    /** @description The limits of the person, with all of their API keys. Null for a key without a person. */
                    member: {
                        usd: {
                            /** @description Null if there is none. */
                            limit: number | null;
                            /** @description Includes language models, which the usage report also shows apart, and what starts and requests to models reserve. Null if no limit needs it; the usage report shows everything. */
                            used: number | null;
                        };
                        sandbox_hours: {
                            /** @description Null if there is none. */
                            limit: number | null;
                            /** @description Includes amounts reserved by starts. Null if no limit needs it; the usage report shows everything. */
                            used: number | null;
                        };
                    } | null;
                };
            };
            /** @description The parts that are null, and why. */
            unavailable: {
                /** @enum {string} */
                part: "sandboxes" | "conversations" | "starts" | "usage";
                /** @enum {string} */
                code: "insufficient_scope" | "too_much_usage";
                required_scope: ("conversations:read" | "conversations:write" | "sandboxes:read" | "sandboxes:write" | "sandboxes:exec" | "sandboxes:files" | "sandboxes:share" | "settings:read" | "settings:write" | "keys:read" | "keys:write" | "usage:read" | "webhooks:read" | "webhooks:write" | "members:read" | "members:write" | "audit:read" | "admin") | null;
            }[];
        };
        Announcement: {
            id: string;
            /** @description Plain text. */
            text: string;
            level: components["schemas"]["AnnouncementLevel"];
            /** Format: date-time */
            starts_at: string;
            /** Format: date-time */
            ends_at: string;
            /** @description Whether it has started. Only operators see announcements that have not. */
            active: boolean;
            /** Format: date-time */
            created_at: string;
        };
        OperatorOverview: {
            /** @description Null before the first sweep. */
            as_of: string | null;
            sweep_age_seconds: number | null;
            /** @description At most 100. */
            failures: {
                reason: string;
                count: number;
            }[];
            summary: {
                owners: {
                    total: number;
                    suspended: number;
                    deleting: number;
                };
                running: {
                    sandboxes: number;
                    vcpus: number;
                    /** @description The number of sandboxes by phase. */
                    phases: {
                        [key: string]: number;
                    };
                    /** @description The 100 owners with the most sandboxes that are starting, running or stopping. */
                    owners: {
                        owner_id: string;
                        sandboxes: number;
                        vcpus: number;
                        /** @description The number of sandboxes by phase. */
                        phases: {
                            [key: string]: number;
                        };
                    }[];
                };
                /** @description Owners that have used at least 80 % of a limit or budget; at most 100. */
                near_limits: {
                    owner_id: string;
                    unit: string;
                    limit: number;
                    used: number;
                }[];
                /** @description At most 100. */
                suspended: {
                    owner_id: string;
                    at: string;
                    reason: string | null;
                }[];
                /** @description At most 100. */
                deleting: string[];
                spend: {
                    month: string;
                    total_usd: number;
                    /** @description The 50 owners that have cost the most in this month, with their cost by day (UTC). */
                    owners: {
                        owner_id: string;
                        usd: number;
                        as_of: string;
                        days: {
                            day: string;
                            usd: number;
                        }[];
                    }[];
                };
                sweep: {
                    is_complete: boolean;
                    findings: number;
                    details: {
                        [key: string]: number;
                    };
                    queued_starts: number;
                    /** @description Webhook endpoints and receivers of alerts with messages to send now; counted up to 1,000. */
                    due_webhook_endpoints: number;
                    /** @description When the first of these messages became due. */
                    oldest_delivery_due_at: string | null;
                    /** @description The last 20. */
                    errors: {
                        item: string;
                        message: string;
                    }[];
                };
            } | null;
        };
        UserInfo: {
            language: string | null;
            agent: string;
            max_iterations: number;
            security_analyzer: string | null;
            confirmation_mode: boolean;
            llm_model: string;
            llm_base_url: string | null;
            llm_api_key: string | null;
            llm_api_key_set: boolean;
            search_api_key: string | null;
            search_api_key_set: boolean;
            /** @description The git providers with a stored token, each with its host. Null means the public host. */
            provider_tokens_set: {
                [key: string]: string | null;
            };
            /** @description The GitHub App for tokens that last for one hour. */
            github_app: components["schemas"]["GitHubApp"] | null;
            enable_default_condenser: boolean;
            condenser_max_size: number | null;
            mcp_config: {
                sse_servers: {
                    [key: string]: unknown;
                }[];
                stdio_servers: {
                    [key: string]: unknown;
                }[];
                shttp_servers: {
                    [key: string]: unknown;
                }[];
            };
            user_version: number | null;
            email: string | null;
            email_verified: boolean | null;
            git_user_name: string | null;
            git_user_email: string | null;
            user_consents_to_analytics: boolean | null;
            enable_sound_notifications: boolean;
            enable_desktop_notifications: boolean;
            enable_proactive_conversation_starters: boolean;
            enable_solvability_analysis: boolean;
            disabled_skills: string[] | null;
            max_budget_per_task: number | null;
            remote_runtime_resource_factor: number | null;
            sandbox_base_container_image: string | null;
            sandbox_runtime_container_image: string | null;
            sandbox_api_key: null;
            sandbox_grouping_strategy: string;
            v1_enabled: boolean;
            is_new_user: boolean;
            default_visibility: components["schemas"]["Visibility"];
            agent_settings: {
                [key: string]: unknown;
            };
            conversation_settings: {
                [key: string]: unknown;
            };
            llm_profiles: {
                profiles: {
                    [key: string]: {
                        [key: string]: unknown;
                    };
                };
                active: string | null;
            };
            /** @description The ID of the person, or of the owner for API keys that belong to no person. */
            id: string;
            name: string | null;
            /** @description An HTTPS URL. */
            picture: string | null;
            org_id: string;
            org_name: string;
            /**
             * @description The role in the terms of the hosted product: `member` for `viewer` and `member`, `admin` for `admin`, `owner` for `operator`. `access_role` has the exact role.
             * @enum {string}
             */
            role: "owner" | "admin" | "member";
            /** @description Null for API keys that belong to no person. */
            access_role: components["schemas"]["Role"] | null;
            permissions: string[];
            /** @description The owners that the person is a member of. For an API key, only its own. */
            memberships: components["schemas"]["Membership"][];
        };
        McpAnswer: {
            /** @constant */
            jsonrpc: "2.0";
            id?: string | number | null;
            result?: {
                [key: string]: unknown;
            };
            error?: {
                code: number;
                message: string;
                data?: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /** @description As the model provider returns it. */
        ModelAnswer: {
            [key: string]: unknown;
        };
        /** @description As the provider sends it. */
        ModelAnswerEvent: {
            [key: string]: unknown;
        };
        ModelCall: {
            id: string;
            conversation_id: string;
            sandbox_id: string;
            /** @description The API key that pays. */
            key_id: string | null;
            /** @enum {string} */
            interface: "chat_completions" | "responses" | "embeddings" | "messages";
            model: string;
            /** @description The model profile; null for the model of the settings. */
            profile: string | null;
            status: components["schemas"]["ModelCallStatus"];
            /** @description The status of the provider's response; null without one. */
            http_status: number | null;
            /** Format: date-time */
            started_at: string;
            ended_at: string | null;
            /** @description Input that was neither read from nor written to the provider's cache. Null if the provider reported no tokens. */
            input_tokens: number | null;
            cache_read_tokens: number | null;
            cache_write_tokens: number | null;
            output_tokens: number | null;
            /** @description In US dollars, as a decimal number with twelve places. Null for a call in progress, and for a model without a known price. */
            cost_usd: string | null;
            /** @description Whether the cost is the largest possible one, as the provider reported no tokens. */
            is_estimate: boolean;
        };
        ServerInfo: {
            name: string;
            version: string;
            stage: string;
            api_versions: string[];
        };
        /** @description The size of a terminal, in characters. */
        TerminalSizeOutput: {
            rows: number;
            columns: number;
        };
        /** @description The size of the sandbox, within the bounds of its spec (`sizes` and `workspace_gb_range` of the spec). vCPUs and memory are rounded up to the smallest offered size that has both; the response names it. Fields that are not sent keep their value, or have that of the spec. */
        ResourcesRequestOutput: {
            /** @description vCPUs. */
            cpu?: number;
            /** @description Memory in GiB. */
            memory_gb?: number;
            /** @description Size of the workspace in GiB. It cannot shrink. */
            disk_gb?: number;
        };
        LegacyMessageAction: {
            /** @constant */
            action: "message";
            args: ({
                content: string;
                image_urls?: string[] | null;
            } & {
                [key: string]: unknown;
            }) | {
                content?: string;
            } | {
                image_urls: unknown[];
            };
        } & {
            [key: string]: unknown;
        };
        LegacyUserMessage: ({
            content: string;
            image_urls?: string[] | null;
            /** @constant */
            source: "user";
        } & {
            [key: string]: unknown;
        }) | {
            content?: string;
        } | {
            image_urls: unknown[];
        };
        LegacyStateAction: {
            /** @constant */
            action: "change_agent_state";
            args: {
                /** @enum {string} */
                agent_state: "running" | "paused" | "stopped" | "user_confirmed" | "user_rejected";
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
    };
    responses: {
        /** @description Any other error, from the gateway or a proxy (`method_not_allowed`, `not_acceptable`, `bad_gateway`, `gateway_timeout`, …). After a 502 or 504 the request may have been carried out. */
        OtherFailure: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /** @description The id of the event. It is the same for every attempt, so that receivers can ignore repetitions. */
        WebhookId: string;
        /** @description When this attempt was made, in seconds since 1970. */
        WebhookTimestamp: string;
        /** @description `v1,` followed by the base64-encoded HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. The key is the base64-decoded part of the secret after `whsec_`. After a rotation there are two signatures, separated by a space. */
        WebhookSignature: string;
        /** @description The `ETag` of the object that you read. If it has changed since, the request fails with 412 and changes nothing. Without this header the change is always made. */
        IfMatch: string;
        /** @description When reading: the `ETag` that you have; while the file is unchanged, the response is 304 without content. When writing: `*`, so that the request fails with 412 if the file exists. */
        IfNoneMatch: string;
        /** @description One range of bytes (RFC 9110). The response is 206 with `Content-Range`, and can end before the end of a long range. */
        Range: string;
        /** @description A unique value for this request, such as a UUID: 1 to 255 visible ASCII characters, optionally in double quotes (a Structured Fields string). Repeating the request within 24 hours with the same path, query and body returns the first response and has no further effect. Use the same API key, or one with the same permissions; a response that shows a secret is repeated only to the same API key. */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /** @description The id of this request, as in the logs and in `request_id` of errors. Include it when you contact support. */
        "X-Request-Id": string;
        /** @description The rate limits of this key: `q` requests in `w` seconds. */
        "RateLimit-Policy": string;
        /** @description The remaining quota of a limit: `r` requests. The limit resets in `t` seconds. */
        RateLimit: string;
        /** @description The number of requests that this key can send per minute. */
        "X-RateLimit-Limit": number;
        /** @description The number of requests left. */
        "X-RateLimit-Remaining": number;
        /** @description When the limit resets, in seconds since 1970. */
        "X-RateLimit-Reset": number;
        /** @description The number of seconds to wait before the next attempt. */
        "Retry-After": number;
        /** @description The version of this response. Send it as `If-None-Match` to get a 304 while the response is unchanged. */
        ETag: string;
        /** @description The position of the returned bytes, and the size of the whole file. */
        "Content-Range": string;
        /** @description When the file was last changed. */
        "Last-Modified": string;
        /** @description The path of the created object. */
        Location: string;
        /** @description The authentication scheme. */
        "WWW-Authenticate": string;
        /** @description Since when this operation is deprecated (RFC 9745). */
        Deprecation: string;
        /** @description When this operation can be removed (RFC 8594). Present only if the operator has set a date. */
        Sunset: string;
        /** @description Links to the successor and to the deprecation notice. */
        Link: string;
        /** @description `true` if this repeats the response of an earlier request with the same Idempotency-Key. */
        "Idempotent-Replayed": "true";
        /** @description Until when the same Idempotency-Key returns the same response. */
        "Idempotency-Expires": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "list-app-conversations": {
        parameters: {
            query?: {
                title__contains?: string;
                created_at__gte?: string;
                created_at__lt?: string;
                updated_at__gte?: string;
                updated_at__lt?: string;
                sandbox_id__eq?: string & (unknown & unknown);
                selected_repository__eq?: string;
                llm_model__eq?: string;
                /** @description Only what this person made. The ID of the owner means API keys that belong to no person. */
                created_by_user_id__eq?: string;
                include_sub_conversations?: boolean;
                /** @description A part of the ID, in upper or lower case. */
                id__contains?: string;
                status__eq?: components["schemas"]["ConversationState"];
                sandbox_status__eq?: components["schemas"]["SandboxStatus"];
                /** @description The status that the agent last reported. A conversation whose running agent reports another status now is left out. */
                execution_status__eq?: components["schemas"]["ConversationExecutionStatus"];
                /** @description Only conversations with this text in a message, a command or an output of their events, in upper or lower case. Events are read for it: see `searched` in the response. */
                text__contains?: string;
                page_id?: string;
                limit?: number;
                ids?: (string & (unknown & unknown))[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["AppConversation"][];
                        next_page_id: string | null;
                        /** @description How far this request looked. Only with `id__contains`, `status__eq`, `sandbox_status__eq`, `execution_status__eq` or `text__contains`. */
                        searched?: {
                            /** @description How many events this request examined. 0 without `text__contains`. */
                            events: number;
                            /** @description This request and the pages before it examined every conversation that was created after this time. Null: all of them. */
                            created_after: string | null;
                        };
                    } | (components["schemas"]["AppConversation"] | null)[];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "create-app-conversation": {
        parameters: {
            query?: {
                on_limit?: "reject" | "pause_oldest";
            };
            header?: {
                /** @description A unique value for this request, such as a UUID: 1 to 255 visible ASCII characters, optionally in double quotes (a Structured Fields string). Repeating the request within 24 hours with the same path, query and body returns the first response and has no further effect. Use the same API key, or one with the same permissions; a response that shows a secret is repeated only to the same API key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 6000000 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppConversationStartRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppConversationStartTask"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "stream-start-app-conversation": {
        parameters: {
            query?: {
                on_limit?: "reject" | "pause_oldest";
            };
            header?: {
                /** @description A unique value for this request, such as a UUID: 1 to 255 visible ASCII characters, optionally in double quotes (a Structured Fields string). Repeating the request within 24 hours with the same path, query and body returns the first response and has no further effect. Use the same API key, or one with the same permissions; a response that shows a secret is repeated only to the same API key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 6000000 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppConversationStartRequest"];
            };
        };
        responses: {
            /** @description A streamed response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppConversationStartTask"][];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "fork-conversation": {
        parameters: {
            query?: {
                on_limit?: "reject" | "pause_oldest";
            };
            header?: {
                /** @description A unique value for this request, such as a UUID: 1 to 255 visible ASCII characters, optionally in double quotes (a Structured Fields string). Repeating the request within 24 hours with the same path, query and body returns the first response and has no further effect. Use the same API key, or one with the same permissions; a response that shows a secret is repeated only to the same API key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ForkAppConversationRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppConversationStartTask"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "search-app-conversations": {
        parameters: {
            query?: {
                title__contains?: string;
                created_at__gte?: string;
                created_at__lt?: string;
                updated_at__gte?: string;
                updated_at__lt?: string;
                sandbox_id__eq?: string & (unknown & unknown);
                selected_repository__eq?: string;
                llm_model__eq?: string;
                /** @description Only what this person made. The ID of the owner means API keys that belong to no person. */
                created_by_user_id__eq?: string;
                include_sub_conversations?: boolean;
                /** @description A part of the ID, in upper or lower case. */
                id__contains?: string;
                status__eq?: components["schemas"]["ConversationState"];
                sandbox_status__eq?: components["schemas"]["SandboxStatus"];
                /** @description The status that the agent last reported. A conversation whose running agent reports another status now is left out. */
                execution_status__eq?: components["schemas"]["ConversationExecutionStatus"];
                /** @description Only conversations with this text in a message, a command or an output of their events, in upper or lower case. Events are read for it: see `searched` in the response. */
                text__contains?: string;
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["AppConversation"][];
                        next_page_id: string | null;
                        /** @description How far this request looked. Only with `id__contains`, `status__eq`, `sandbox_status__eq`, `execution_status__eq` or `text__contains`. */
                        searched?: {
                            /** @description How many events this request examined. 0 without `text__contains`. */
                            events: number;
                            /** @description This request and the pages before it examined every conversation that was created after this time. Null: all of them. */
                            created_after: string | null;
                        };
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "count-app-conversations": {
        parameters: {
            query?: {
                title__contains?: string;
                created_at__gte?: string;
                created_at__lt?: string;
                updated_at__gte?: string;
                updated_at__lt?: string;
                sandbox_id__eq?: string & (unknown & unknown);
                selected_repository__eq?: string;
                llm_model__eq?: string;
                /** @description Only what this person made. The ID of the owner means API keys that belong to no person. */
                created_by_user_id__eq?: string;
                include_sub_conversations?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": number;
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-app-conversation": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppConversation"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "delete-app-conversation": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "update-app-conversation": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object that you read. If it has changed since, the request fails with 412 and changes nothing. Without this header the change is always made. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppConversationUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppConversation"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "batch-get-start-tasks": {
        parameters: {
            query: {
                ids: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["AppConversationStartTask"] | null)[];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "search-start-tasks": {
        parameters: {
            query?: {
                conversation_id__eq?: string & (unknown & unknown);
                created_at__gte?: string;
                /** @description Only what this person made. The ID of the owner means API keys that belong to no person. */
                created_by_user_id__eq?: string;
                sort_order?: components["schemas"]["AppConversationStartTaskSortOrder"];
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["AppConversationStartTask"][];
                        next_page_id: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "count-start-tasks": {
        parameters: {
            query?: {
                conversation_id__eq?: string & (unknown & unknown);
                created_at__gte?: string;
                /** @description Only what this person made. The ID of the owner means API keys that belong to no person. */
                created_by_user_id__eq?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": number;
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-organization-conversations": {
        parameters: {
            query?: {
                /** @description Part of the title, of the sandbox ID, or of the user's name or email address. Case is ignored. */
                search?: string;
                sort_by?: "created_at" | "updated_at" | "llm_model" | "accumulated_cost" | "title";
                sort_order?: "desc" | "asc";
                /** @description Repeat the parameter or separate statuses by commas: idle, running, paused, waiting_for_confirmation, finished, error, stuck, deleting. */
                execution_status?: string[];
                sandbox_status?: components["schemas"]["SandboxStatus"];
                /** @description Only conversations that were created within this time before now. */
                time_window?: "all" | "7d" | "30d" | "90d";
                include_sub_conversations?: boolean;
                page?: number;
                per_page?: number;
            };
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationConversationPage"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-organization-conversation": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationConversation"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "stop-organization-conversation": {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request, such as a UUID: 1 to 255 visible ASCII characters, optionally in double quotes (a Structured Fields string). Repeating the request within 24 hours with the same path, query and body returns the first response and has no further effect. Use the same API key, or one with the same permissions; a response that shows a secret is repeated only to the same API key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                org_id: string;
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoppedConversation"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "export-organization-conversations": {
        parameters: {
            query?: {
                /** @description Part of the title, of the sandbox ID, or of the user's name or email address. Case is ignored. */
                search?: string;
                sort_by?: "created_at" | "updated_at" | "llm_model" | "accumulated_cost" | "title";
                sort_order?: "desc" | "asc";
                /** @description Repeat the parameter or separate statuses by commas: idle, running, paused, waiting_for_confirmation, finished, error, stuck, deleting. */
                execution_status?: string[];
                sandbox_status?: components["schemas"]["SandboxStatus"];
                /** @description Only conversations that were created within this time before now. */
                time_window?: "all" | "7d" | "30d" | "90d";
                include_sub_conversations?: boolean;
            };
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv; charset=utf-8": string;
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-organization-stats": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationConversationStats"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-organization-usage-stats": {
        parameters: {
            query?: {
                /** @description Overrides `days`. `ytd`: since the beginning of the year (UTC). */
                time_window?: "7d" | "30d" | "90d" | "ytd";
                days?: number;
            };
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationUsageStats"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-organization-user-usage": {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationUserUsage"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "send-message": {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request, such as a UUID: 1 to 255 visible ASCII characters, optionally in double quotes (a Structured Fields string). Repeating the request within 24 hours with the same path, query and body returns the first response and has no further effect. Use the same API key, or one with the same permissions; a response that shows a secret is repeated only to the same API key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 6000000 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserMessage"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        sandbox_status: components["schemas"]["SandboxStatus"];
                        message: string;
                        id: string;
                        state: components["schemas"]["MessageState"];
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-pending-messages": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingMessageList"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "queue-message": {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request, such as a UUID: 1 to 255 visible ASCII characters, optionally in double quotes (a Structured Fields string). Repeating the request within 24 hours with the same path, query and body returns the first response and has no further effect. Use the same API key, or one with the same permissions; a response that shows a secret is repeated only to the same API key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 6000000 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PendingMessageRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingMessage"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "add-upload-part": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID, with or without dashes. */
                upload_id: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 6000000 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UploadPart"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "read-conversation-file": {
        parameters: {
            query?: {
                file_path?: string;
            };
            header?: never;
            path: {
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-conversation-files": {
        parameters: {
            query?: {
                path?: string;
            };
            header?: never;
            path: {
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string[];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-git-changes": {
        parameters: {
            query: {
                path: string;
                ref?: string & (unknown & unknown);
            };
            header?: never;
            path: {
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GitChange"][];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-git-diff": {
        parameters: {
            query: {
                path: string;
                ref?: string & (unknown & unknown);
            };
            header?: never;
            path: {
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GitDiff"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-conversation-skills": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        skills: components["schemas"]["Skill"][];
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-conversation-hooks": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        hooks: components["schemas"]["HookEvent"][];
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "switch-profile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SwitchProfileRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "switch-acp-model": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SwitchAcpModelRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "search-conversation-events": {
        parameters: {
            query?: {
                kind__eq?: string;
                timestamp__gte?: string;
                timestamp__lt?: string;
                sort_order?: components["schemas"]["EventSortOrder"];
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path: {
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Event"][];
                        next_page_id: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "count-conversation-events": {
        parameters: {
            query?: {
                kind__eq?: string;
                timestamp__gte?: string;
                timestamp__lt?: string;
            };
            header?: never;
            path: {
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": number;
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "batch-get-conversation-events": {
        parameters: {
            query: {
                id: string[];
            };
            header?: never;
            path: {
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["Event"] | null)[];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "search-events": {
        parameters: {
            query: {
                conversation_id__eq: string & (unknown & unknown);
                kind__eq?: string;
                timestamp__gte?: string;
                timestamp__lt?: string;
                sort_order?: components["schemas"]["EventSortOrder"];
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Event"][];
                        next_page_id: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "count-events": {
        parameters: {
            query: {
                conversation_id__eq: string & (unknown & unknown);
                kind__eq?: string;
                timestamp__gte?: string;
                timestamp__lt?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": number;
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "batch-get-events": {
        parameters: {
            query: {
                conversation_id__eq: string & (unknown & unknown);
                id: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["Event"] | null)[];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "download-conversation": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A streamed response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": unknown;
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "batch-get-shared-conversations": {
        parameters: {
            query: {
                ids: (string & (unknown & unknown))[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["SharedConversation"] | null)[];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "share-files": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SharedFilesUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["SharedFile"][];
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-shared-file": {
        parameters: {
            query: {
                /** @description The token of a public link. The ID of a public conversation works too if it is random: a UUID of version 4 or 7. */
                conversation_id: string & (unknown & unknown);
                /** @description The `id` of a shared file, without hyphens. */
                id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharedFileContent"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "search-shared-events": {
        parameters: {
            query: {
                /** @description The token of a public link. The ID of a public conversation works too if it is random: a UUID of version 4 or 7. */
                conversation_id: string & (unknown & unknown);
                kind__eq?: string;
                timestamp__gte?: string;
                timestamp__lt?: string;
                sort_order?: components["schemas"]["EventSortOrder"];
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Event"][];
                        next_page_id: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "count-shared-events": {
        parameters: {
            query: {
                /** @description The token of a public link. The ID of a public conversation works too if it is random: a UUID of version 4 or 7. */
                conversation_id: string & (unknown & unknown);
                kind__eq?: string;
                timestamp__gte?: string;
                timestamp__lt?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": number;
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "batch-get-shared-events": {
        parameters: {
            query: {
                /** @description The token of a public link. The ID of a public conversation works too if it is random: a UUID of version 4 or 7. */
                conversation_id: string & (unknown & unknown);
                id: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["Event"] | null)[];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-shared-event": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token of a public link. The ID of a public conversation works too if it is random: a UUID of version 4 or 7. */
                conversation_id: string & (unknown & unknown);
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"] | null;
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "receive-conversation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 6250000 bytes at most (larger bodies fail with 413). At most 64 levels of nesting and 250000 members and elements. Members named `__proto__` are left out. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentConversationInfo"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "receive-events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID, with or without dashes. */
                conversation_id: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 6250000 bytes at most (larger bodies fail with 413). At most 64 levels of nesting and 250000 members and elements. Members named `__proto__` are left out. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentEvent"][];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "receive-sandbox-conversation": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sandbox_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 6250000 bytes at most (larger bodies fail with 413). At most 64 levels of nesting and 250000 members and elements. Members named `__proto__` are left out. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentConversationInfo"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "receive-sandbox-events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sandbox_id: string & (unknown & unknown);
                /** @description A UUID, with or without dashes. */
                conversation_id: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 6250000 bytes at most (larger bodies fail with 413). At most 64 levels of nesting and 250000 members and elements. Members named `__proto__` are left out. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentEvent"][];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnerAlerts"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "update-alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnerAlertsUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnerAlerts"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-own-alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberAlerts"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "update-own-alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberAlertsUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberAlerts"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["WebhookEndpoint"][];
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "create-webhook-endpoint": {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request, such as a UUID: 1 to 255 visible ASCII characters, optionally in double quotes (a Structured Fields string). Repeating the request within 24 hours with the same path, query and body returns the first response and has no further effect. Use the same API key, or one with the same permissions; a response that shows a secret is repeated only to the same API key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description The URL that receives events: https, port 443 or at least 1024, a host on the public internet, without user name and password. Redirects are not followed.
                     */
                    url: string;
                    events: ("*" | "conversation.*" | "sandbox.*" | "prebuild.*" | "snapshot.*" | "key.*" | "budget.*" | "webhook_endpoint.*" | "start.*" | "owner.*" | "conversation.created" | "conversation.updated" | "conversation.status_changed" | "conversation.deleted" | "sandbox.starting" | "sandbox.running" | "sandbox.pausing" | "sandbox.paused" | "sandbox.error" | "sandbox.deleted" | "prebuild.ready" | "prebuild.failed" | "snapshot.ready" | "snapshot.failed" | "snapshot.deleted" | "key.created" | "key.rotated" | "key.revoked" | "budget.half_used" | "budget.warning" | "budget.exhausted" | "webhook_endpoint.failing" | "webhook_endpoint.disabled" | "start.failed" | "owner.suspended" | "owner.resumed")[];
                    /** @default null */
                    description?: string | null;
                    /** @default true */
                    enabled?: boolean;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-webhook-endpoint": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "delete-webhook-endpoint": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "update-webhook-endpoint": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object that you read. If it has changed since, the request fails with 412 and changes nothing. Without this header the change is always made. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description The URL that receives events: https, port 443 or at least 1024, a host on the public internet, without user name and password. Redirects are not followed.
                     */
                    url?: string;
                    events?: ("*" | "conversation.*" | "sandbox.*" | "prebuild.*" | "snapshot.*" | "key.*" | "budget.*" | "webhook_endpoint.*" | "start.*" | "owner.*" | "conversation.created" | "conversation.updated" | "conversation.status_changed" | "conversation.deleted" | "sandbox.starting" | "sandbox.running" | "sandbox.pausing" | "sandbox.paused" | "sandbox.error" | "sandbox.deleted" | "prebuild.ready" | "prebuild.failed" | "snapshot.ready" | "snapshot.failed" | "snapshot.deleted" | "key.created" | "key.rotated" | "key.revoked" | "budget.half_used" | "budget.warning" | "budget.exhausted" | "webhook_endpoint.failing" | "webhook_endpoint.disabled" | "start.failed" | "owner.suspended" | "owner.resumed")[];
                    description?: string | null;
                    enabled?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "rotate-webhook-secret": {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request, such as a UUID: 1 to 255 visible ASCII characters, optionally in double quotes (a Structured Fields string). Repeating the request within 24 hours with the same path, query and body returns the first response and has no further effect. Use the same API key, or one with the same permissions; a response that shows a secret is repeated only to the same API key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description How long the previous secret also signs messages. Default: one day. Maximum: one week.
                     * @default 86400
                     */
                    overlap_seconds?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "ping-webhook-endpoint": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa5f0c1d27b3e8f4a5b6c7d8e9f01",
                     *       "type": "conversation.created",
                     *       "object_id": "text",
                     *       "status": "pending",
                     *       "attempt_count": 1,
                     *       "attempts": [
                     *         {
                     *           "at": "2026-11-21T09:30:00.000Z",
                     *           "status": 1,
                     *           "duration_ms": 1,
                     *           "error": "text"
                     *         }
                     *       ],
                     *       "next_attempt_at": "2026-11-21T09:30:00.000Z",
                     *       "delivered_at": "2026-11-21T09:30:00.000Z",
                     *       "created_at": "2026-11-21T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookMessage"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-webhook-messages": {
        parameters: {
            query?: {
                status?: "pending" | "delivered" | "failed";
                type?: "conversation.*" | "sandbox.*" | "prebuild.*" | "snapshot.*" | "key.*" | "budget.*" | "webhook_endpoint.*" | "start.*" | "owner.*" | "conversation.created" | "conversation.updated" | "conversation.status_changed" | "conversation.deleted" | "sandbox.starting" | "sandbox.running" | "sandbox.pausing" | "sandbox.paused" | "sandbox.error" | "sandbox.deleted" | "prebuild.ready" | "prebuild.failed" | "snapshot.ready" | "snapshot.failed" | "snapshot.deleted" | "key.created" | "key.rotated" | "key.revoked" | "budget.half_used" | "budget.warning" | "budget.exhausted" | "webhook_endpoint.failing" | "webhook_endpoint.disabled" | "start.failed" | "owner.suspended" | "owner.resumed" | "webhook_endpoint.ping";
                /** @description By `created_at`, inclusive. */
                from?: string;
                /** @description By `created_at`, exclusive. */
                to?: string;
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["WebhookMessage"][];
                        next_page_id: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-webhook-message": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
                message_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa5f0c1d27b3e8f4a5b6c7d8e9f01",
                     *       "type": "conversation.created",
                     *       "object_id": "text",
                     *       "status": "pending",
                     *       "attempt_count": 1,
                     *       "attempts": [
                     *         {
                     *           "at": "2026-11-21T09:30:00.000Z",
                     *           "status": 1,
                     *           "duration_ms": 1,
                     *           "error": "text",
                     *           "answer": {
                     *             "text": "Please fix the flaky login test.",
                     *             "truncated": true
                     *           }
                     *         }
                     *       ],
                     *       "next_attempt_at": "2026-11-21T09:30:00.000Z",
                     *       "delivered_at": "2026-11-21T09:30:00.000Z",
                     *       "created_at": "2026-11-21T09:30:00.000Z",
                     *       "body": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookMessageWithBody"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "redeliver-webhook-message": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
                message_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa5f0c1d27b3e8f4a5b6c7d8e9f01",
                     *       "type": "conversation.created",
                     *       "object_id": "text",
                     *       "status": "pending",
                     *       "attempt_count": 1,
                     *       "attempts": [
                     *         {
                     *           "at": "2026-11-21T09:30:00.000Z",
                     *           "status": 1,
                     *           "duration_ms": 1,
                     *           "error": "text"
                     *         }
                     *       ],
                     *       "next_attempt_at": "2026-11-21T09:30:00.000Z",
                     *       "delivered_at": "2026-11-21T09:30:00.000Z",
                     *       "created_at": "2026-11-21T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookMessage"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "search-sandboxes": {
        parameters: {
            query?: {
                /** @description A part of the ID, in upper or lower case. */
                id__contains?: string;
                status__eq?: components["schemas"]["SandboxStatus"];
                /** @description The state of the last transition, finer than `status`. */
                state__eq?: components["schemas"]["SandboxState"];
                sandbox_spec_id__eq?: string;
                /** @description Only what this person made. The ID of the owner means API keys that belong to no person. */
                created_by_user_id__eq?: string;
                created_at__gte?: string;
                created_at__lt?: string;
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["SandboxInfo"][];
                        next_page_id: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "batch-get-sandboxes": {
        parameters: {
            query: {
                id: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["SandboxInfo"] | null)[];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "start-sandbox": {
        parameters: {
            query?: {
                sandbox_spec_id?: string;
                on_limit?: "reject" | "pause_oldest";
            };
            header?: {
                /** @description A unique value for this request, such as a UUID: 1 to 255 visible ASCII characters, optionally in double quotes (a Structured Fields string). Repeating the request within 24 hours with the same path, query and body returns the first response and has no further effect. Use the same API key, or one with the same permissions; a response that shows a secret is repeated only to the same API key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The snapshot whose copy is the workspace; without it, the workspace is empty. The spec is that of the snapshot. If the snapshot is still CREATING, the sandbox starts as soon as it is READY. */
                    snapshot_id?: string;
                    wake?: components["schemas"]["WakePolicies"];
                    resources?: components["schemas"]["ResourcesRequest"];
                    /** @description What the sandbox runs on. Default: the choice of its spec. `spot` costs less, but AWS can take the capacity back: the sandbox is then saved and started again. After two interruptions or refusals it continues on demand until its next resume. */
                    capacity?: components["schemas"]["Capacity"];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxInfo"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-sandbox": {
        parameters: {
            query?: {
                /** @description The status to wait for. */
                wait?: components["schemas"]["SandboxStatus"];
                /** @description The maximum wait in seconds. Default: 25. Requires `wait`. */
                timeout?: number;
            };
            header?: never;
            path: {
                sandbox_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxInfo"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "delete-sandbox": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sandbox_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "update-sandbox": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sandbox_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": {
                    wake?: components["schemas"]["WakePolicies"];
                    resources?: components["schemas"]["ResourcesRequest"];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxInfo"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "pause-sandbox": {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request, such as a UUID: 1 to 255 visible ASCII characters, optionally in double quotes (a Structured Fields string). Repeating the request within 24 hours with the same path, query and body returns the first response and has no further effect. Use the same API key, or one with the same permissions; a response that shows a secret is repeated only to the same API key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                sandbox_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "resume-sandbox": {
        parameters: {
            query?: {
                on_limit?: "reject" | "pause_oldest";
            };
            header?: {
                /** @description A unique value for this request, such as a UUID: 1 to 255 visible ASCII characters, optionally in double quotes (a Structured Fields string). Repeating the request within 24 hours with the same path, query and body returns the first response and has no further effect. Use the same API key, or one with the same permissions; a response that shows a secret is repeated only to the same API key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                sandbox_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description What it runs on from now on. Default: unchanged. No effect while it is running or starting. */
                    capacity?: components["schemas"]["Capacity"];
                    resources?: components["schemas"]["ResourcesRequest"];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "rotate-session-key": {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request, such as a UUID: 1 to 255 visible ASCII characters, optionally in double quotes (a Structured Fields string). Repeating the request within 24 hours with the same path, query and body returns the first response and has no further effect. Use the same API key, or one with the same permissions; a response that shows a secret is repeated only to the same API key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                sandbox_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-sandbox-ports": {
        parameters: {
            query?: {
                /** @description Whether to ask the running sandbox which apps listen in it. Takes at most two seconds. */
                listening?: boolean;
            };
            header?: never;
            path: {
                sandbox_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["SandboxPort"][];
                        /** @description The apps that listen on ports from 1024 on, except the ports of the spec. At most three seconds old. Null if the query parameter `listening` is not true, or if the sandbox is not running or does not respond. */
                        listening: components["schemas"]["ListeningApp"][] | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "open-sandbox-port": {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request, such as a UUID: 1 to 255 visible ASCII characters, optionally in double quotes (a Structured Fields string). Repeating the request within 24 hours with the same path, query and body returns the first response and has no further effect. Use the same API key, or one with the same permissions; a response that shows a secret is repeated only to the same API key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                sandbox_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OpenPortRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxPort"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "close-sandbox-port": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sandbox_id: string & (unknown & unknown);
                port_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "change-sandbox-port": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sandbox_id: string & (unknown & unknown);
                port_id: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePortRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxPort"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "open-port-in-browser": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sandbox_id: string & (unknown & unknown);
                port_id: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["OpenPortInBrowserRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortLink"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-sandbox-logs": {
        parameters: {
            query?: {
                /** @description The agent server, or the commands that were run in the sandbox. */
                source?: "agent" | "commands";
                /** @description Only this command. Requires `source=commands`. */
                command_id?: string;
                /** @description Only lines of this time or later. */
                since?: string;
                /** @description Only lines before this time. Not with `follow`. */
                until?: string;
                /** @description Only the last lines. Not with `page_id`. */
                tail?: number;
                limit?: number;
                page_id?: string;
                /** @description Stream further lines as server-sent events while the sandbox runs. */
                follow?: boolean;
            };
            header?: never;
            path: {
                sandbox_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A streamed response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["LogLine"][];
                        next_page_id: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-sandbox-measurements": {
        parameters: {
            query?: {
                /** @description The first time. Default: one hour before `until`. */
                since?: string;
                /** @description The time after the last one. Default: now. */
                until?: string;
            };
            header?: never;
            path: {
                sandbox_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Measurement"][];
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-sandbox-files": {
        parameters: {
            query?: {
                path?: string;
                path_base64?: string;
                /** @description Resumes the sandbox if it is paused, within your limits, and waits for it for up to 12 seconds. */
                resume?: boolean;
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path: {
                sandbox_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FilePage"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "delete-sandbox-file": {
        parameters: {
            query?: {
                path?: string;
                path_base64?: string;
                /** @description Resumes the sandbox if it is paused, within your limits, and waits for it for up to 12 seconds. */
                resume?: boolean;
                /** @description Also deletes a directory that is not empty, with all that it contains. */
                recursive?: boolean;
            };
            header?: never;
            path: {
                sandbox_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "read-sandbox-file": {
        parameters: {
            query?: {
                path?: string;
                path_base64?: string;
                /** @description Resumes the sandbox if it is paused, within your limits, and waits for it for up to 12 seconds. */
                resume?: boolean;
            };
            header?: {
                /** @description The `ETag` of the object that you read. If it has changed since, the request fails with 412 and changes nothing. Without this header the change is always made. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description When reading: the `ETag` that you have; while the file is unchanged, the response is 304 without content. When writing: `*`, so that the request fails with 412 if the file exists. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description One range of bytes (RFC 9110). The response is 206 with `Content-Range`, and can end before the end of a long range. */
                Range?: components["parameters"]["Range"];
            };
            path: {
                sandbox_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A streamed response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
            /** @description The requested range. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "write-sandbox-file": {
        parameters: {
            query?: {
                path?: string;
                path_base64?: string;
                /** @description Resumes the sandbox if it is paused, within your limits, and waits for it for up to 12 seconds. */
                resume?: boolean;
            };
            header?: {
                /** @description The `ETag` of the object that you read. If it has changed since, the request fails with 412 and changes nothing. Without this header the change is always made. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description When reading: the `ETag` that you have; while the file is unchanged, the response is 304 without content. When writing: `*`, so that the request fails with 412 if the file exists. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                sandbox_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        /** @description Bytes, 4194304 at most (larger bodies fail with 413). */
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileVersion"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "download-sandbox-folder": {
        parameters: {
            query?: {
                path?: string;
                path_base64?: string;
            };
            header?: never;
            path: {
                sandbox_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A streamed response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "move-sandbox-file": {
        parameters: {
            query?: {
                /** @description Resumes the sandbox if it is paused, within your limits, and waits for it for up to 12 seconds. */
                resume?: boolean;
            };
            header?: never;
            path: {
                sandbox_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MoveFileRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "create-sandbox-directory": {
        parameters: {
            query?: {
                /** @description Resumes the sandbox if it is paused, within your limits, and waits for it for up to 12 seconds. */
                resume?: boolean;
            };
            header?: never;
            path: {
                sandbox_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateDirectoryRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-snapshot-files": {
        parameters: {
            query?: {
                path?: string;
                path_base64?: string;
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path: {
                snapshot_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FilePage"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "read-snapshot-file": {
        parameters: {
            query?: {
                path?: string;
                path_base64?: string;
            };
            header?: {
                /** @description The `ETag` of the object that you read. If it has changed since, the request fails with 412 and changes nothing. Without this header the change is always made. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description When reading: the `ETag` that you have; while the file is unchanged, the response is 304 without content. When writing: `*`, so that the request fails with 412 if the file exists. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description One range of bytes (RFC 9110). The response is 206 with `Content-Range`, and can end before the end of a long range. */
                Range?: components["parameters"]["Range"];
            };
            path: {
                snapshot_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A streamed response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
            /** @description The requested range. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "download-snapshot-folder": {
        parameters: {
            query?: {
                path?: string;
                path_base64?: string;
            };
            header?: never;
            path: {
                snapshot_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A streamed response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-snapshot-changes": {
        parameters: {
            query: {
                /** @description The snapshot to compare with, which is usually the earlier one. */
                since: string;
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path: {
                snapshot_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileChangePage"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "create-file-transfer": {
        parameters: {
            query?: {
                /** @description Resumes the sandbox if it is paused, within your limits, and waits for it for up to 12 seconds. */
                resume?: boolean;
            };
            header?: never;
            path: {
                sandbox_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTransferRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileTransfer"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-file-transfer": {
        parameters: {
            query?: {
                /** @description Resumes the sandbox if it is paused, within your limits, and waits for it for up to 12 seconds. */
                resume?: boolean;
            };
            header?: never;
            path: {
                sandbox_id: string & (unknown & unknown);
                transfer_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileTransfer"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "delete-file-transfer": {
        parameters: {
            query?: {
                /** @description Resumes the sandbox if it is paused, within your limits, and waits for it for up to 12 seconds. */
                resume?: boolean;
            };
            header?: never;
            path: {
                sandbox_id: string & (unknown & unknown);
                transfer_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "write-transfer-part": {
        parameters: {
            query?: {
                /** @description Resumes the sandbox if it is paused, within your limits, and waits for it for up to 12 seconds. */
                resume?: boolean;
            };
            header?: never;
            path: {
                sandbox_id: string & (unknown & unknown);
                transfer_id: string;
                number: number;
            };
            cookie?: never;
        };
        /** @description Bytes, 4194304 at most (larger bodies fail with 413). */
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "complete-file-transfer": {
        parameters: {
            query?: {
                /** @description Resumes the sandbox if it is paused, within your limits, and waits for it for up to 12 seconds. */
                resume?: boolean;
            };
            header?: never;
            path: {
                sandbox_id: string & (unknown & unknown);
                transfer_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileTransfer"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-sandbox-deletions": {
        parameters: {
            query?: {
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["SandboxDeletion"][];
                        next_page_id: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-sandbox-deletion": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sandbox_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxDeletion"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "fork-sandbox": {
        parameters: {
            query?: {
                on_limit?: "reject" | "pause_oldest";
            };
            header?: {
                /** @description A unique value for this request, such as a UUID: 1 to 255 visible ASCII characters, optionally in double quotes (a Structured Fields string). Repeating the request within 24 hours with the same path, query and body returns the first response and has no further effect. Use the same API key, or one with the same permissions; a response that shows a secret is repeated only to the same API key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                sandbox_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ForkSandboxRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxForks"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "restore-sandbox": {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request, such as a UUID: 1 to 255 visible ASCII characters, optionally in double quotes (a Structured Fields string). Repeating the request within 24 hours with the same path, query and body returns the first response and has no further effect. Use the same API key, or one with the same permissions; a response that shows a secret is repeated only to the same API key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                sandbox_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RestoreSandboxRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RestoredSandbox"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "create-snapshot": {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request, such as a UUID: 1 to 255 visible ASCII characters, optionally in double quotes (a Structured Fields string). Repeating the request within 24 hours with the same path, query and body returns the first response and has no further effect. Use the same API key, or one with the same permissions; a response that shows a secret is repeated only to the same API key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                sandbox_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateSnapshotRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SnapshotInfo"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "search-snapshots": {
        parameters: {
            query?: {
                sandbox_id__eq?: string & (unknown & unknown);
                state__eq?: "CREATING" | "READY" | "ERROR";
                /** @description Only what this person made. The ID of the owner means API keys that belong to no person. */
                created_by_user_id__eq?: string;
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["SnapshotInfo"][];
                        next_page_id: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-snapshot": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                snapshot_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SnapshotInfo"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "delete-snapshot": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                snapshot_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "update-snapshot": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                snapshot_id: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSnapshotRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SnapshotInfo"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-snapshot-deletions": {
        parameters: {
            query?: {
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["SnapshotDeletion"][];
                        next_page_id: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-snapshot-deletion": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                snapshot_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SnapshotDeletion"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-commands": {
        parameters: {
            query?: {
                /** @description Resumes a paused sandbox and waits until it runs, within the limits of the caller. Without it, such a request fails with 409. */
                resume?: boolean;
            };
            header?: never;
            path: {
                sandbox_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["SandboxCommand"][];
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "run-command": {
        parameters: {
            query?: {
                /** @description Resumes a paused sandbox and waits until it runs, within the limits of the caller. Without it, such a request fails with 409. */
                resume?: boolean;
            };
            header?: {
                /** @description A unique value for this request, such as a UUID: 1 to 255 visible ASCII characters, optionally in double quotes (a Structured Fields string). Repeating the request within 24 hours with the same path, query and body returns the first response and has no further effect. Use the same API key, or one with the same permissions; a response that shows a secret is repeated only to the same API key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                sandbox_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunCommandRequest"];
            };
        };
        responses: {
            /** @description A streamed response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommandOutput"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-command": {
        parameters: {
            query?: {
                /** @description Resumes a paused sandbox and waits until it runs, within the limits of the caller. Without it, such a request fails with 409. */
                resume?: boolean;
            };
            header?: never;
            path: {
                sandbox_id: string & (unknown & unknown);
                /** @description A UUID, with or without dashes. */
                command_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxCommand"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-command-output": {
        parameters: {
            query?: {
                /** @description Resumes a paused sandbox and waits until it runs, within the limits of the caller. Without it, such a request fails with 409. */
                resume?: boolean;
                /** @description Where to continue: the `offset` of a response or the `id` of an event. Default: the header `Last-Event-ID`, or else the beginning. */
                offset?: string & (unknown & unknown);
            };
            header?: never;
            path: {
                sandbox_id: string & (unknown & unknown);
                /** @description A UUID, with or without dashes. */
                command_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A streamed response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommandOutput"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "send-command-input": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sandbox_id: string & (unknown & unknown);
                /** @description A UUID, with or without dashes. */
                command_id: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 524288 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommandInputRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description The position of the next input, after all input that is known. */
                        offset: number;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "resize-terminal": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sandbox_id: string & (unknown & unknown);
                /** @description A UUID, with or without dashes. */
                command_id: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TerminalSize"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "stop-command": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sandbox_id: string & (unknown & unknown);
                /** @description A UUID, with or without dashes. */
                command_id: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StopCommandRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxCommand"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "search-sandbox-specs": {
        parameters: {
            query?: {
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["SandboxSpecInfo"][];
                        next_page_id: string | null;
                        own_specs: components["schemas"]["OwnSpecOffer"] | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "batch-get-sandbox-specs": {
        parameters: {
            query: {
                id: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["SandboxSpecInfo"] | null)[];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "create-sandbox-spec": {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request, such as a UUID: 1 to 255 visible ASCII characters, optionally in double quotes (a Structured Fields string). Repeating the request within 24 hours with the same path, query and body returns the first response and has no further effect. Use the same API key, or one with the same permissions; a response that shows a secret is repeated only to the same API key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id of the spec is `own.` and this name. */
                    name: string;
                    /** @description The image, by tag or digest, from a registry that this deployment allows. It must speak the agent-server protocol. */
                    image: string;
                    /**
                     * @description The arguments. Empty: the image's own.
                     * @default []
                     */
                    command?: string[];
                    /**
                     * @description vCPUs: 0.25, 0.5, 1, 2, 4, 8 or 16.
                     * @default 1
                     */
                    vcpu?: number;
                    /**
                     * @description Memory in GB that Fargate offers with the vCPUs.
                     * @default 4
                     */
                    memory_gb?: number;
                    /**
                     * @description The processors that the image is built for.
                     * @default X86_64
                     * @enum {string}
                     */
                    architecture?: "X86_64" | "ARM64";
                    /**
                     * @description The numeric `user` or `user:group` that the image runs as. Null: root.
                     * @default null
                     */
                    user?: string | null;
                    /**
                     * @description Where the workspace is mounted, the only disk that a pause keeps.
                     * @default /workspace
                     */
                    workspace_path?: string;
                    /**
                     * @description Size of the workspace in GB.
                     * @default 20
                     */
                    workspace_gb?: number;
                    /**
                     * @description Size of the other disk in GB, lost at every pause. Null: 20.
                     * @default null
                     */
                    ephemeral_gb?: number | null;
                    /** @description Default: `project` in `workspace_path`. */
                    working_dir?: string;
                    /**
                     * @description Environment variables. Not for secrets, which owners store as secrets.
                     * @default {}
                     */
                    initial_env?: {
                        [key: string]: string;
                    };
                    /**
                     * @description The ports that the image listens on, by name. `AGENT_SERVER` is required.
                     * @default {
                     *       "AGENT_SERVER": 8000
                     *     }
                     */
                    ports?: {
                        [key: string]: number;
                    };
                    /**
                     * @description A sandbox is paused after this idle time.
                     * @default 20
                     */
                    idle_minutes?: number;
                    /**
                     * @description A sandbox is paused after this time, even if it is busy.
                     * @default 1440
                     */
                    lifetime_minutes?: number;
                    /**
                     * @description How long a paused workspace is kept.
                     * @default 30
                     */
                    retention_days?: number;
                    /**
                     * @description Whether the agent server encrypts its files with the key in its environment (before 1.57.0).
                     * @default false
                     */
                    seals_with_boot_key?: boolean;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxSpecDetails"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-sandbox-spec": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spec_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxSpecDetails"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "delete-sandbox-spec": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spec_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "update-sandbox-spec": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object that you read. If it has changed since, the request fails with 412 and changes nothing. Without this header the change is always made. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                spec_id: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The image, by tag or digest, from a registry that this deployment allows. It must speak the agent-server protocol. */
                    image?: string;
                    /** @description The arguments. Empty: the image's own. */
                    command?: string[];
                    /** @description vCPUs: 0.25, 0.5, 1, 2, 4, 8 or 16. */
                    vcpu?: number;
                    /** @description Memory in GB that Fargate offers with the vCPUs. */
                    memory_gb?: number;
                    /**
                     * @description The processors that the image is built for.
                     * @enum {string}
                     */
                    architecture?: "X86_64" | "ARM64";
                    /** @description The numeric `user` or `user:group` that the image runs as. Null: root. */
                    user?: string | null;
                    /** @description Where the workspace is mounted, the only disk that a pause keeps. */
                    workspace_path?: string;
                    /** @description Size of the workspace in GB. */
                    workspace_gb?: number;
                    /** @description Size of the other disk in GB, lost at every pause. Null: 20. */
                    ephemeral_gb?: number | null;
                    /** @description Where agents work: in `workspace_path`. */
                    working_dir?: string;
                    /** @description Environment variables. Not for secrets, which owners store as secrets. */
                    initial_env?: {
                        [key: string]: string;
                    };
                    /** @description The ports that the image listens on, by name. `AGENT_SERVER` is required. */
                    ports?: {
                        [key: string]: number;
                    };
                    /** @description A sandbox is paused after this idle time. */
                    idle_minutes?: number;
                    /** @description A sandbox is paused after this time, even if it is busy. */
                    lifetime_minutes?: number;
                    /** @description How long a paused workspace is kept. */
                    retention_days?: number;
                    /** @description Whether the agent server encrypts its files with the key in its environment (before 1.57.0). */
                    seals_with_boot_key?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxSpecDetails"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "recheck-sandbox-spec": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                spec_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxSpecDetails"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-current-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentKey"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"][];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "create-key": {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request, such as a UUID: 1 to 255 visible ASCII characters, optionally in double quotes (a Structured Fields string). Repeating the request within 24 hours with the same path, query and body returns the first response and has no further effect. Use the same API key, or one with the same permissions; a response that shows a secret is repeated only to the same API key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ApiKeyCreate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-key": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "revoke-key": {
        parameters: {
            query?: {
                /** @description Whether strangers may have the key. Then the session keys that it could see are rotated too. */
                compromised?: boolean;
            };
            header?: never;
            path: {
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "API key deleted successfully";
                        /** @description With `compromised=true`. */
                        session_keys?: {
                            /** @description The number of sandboxes whose session key this request rotated. */
                            rotated: number;
                            /** @description Whether no session key is left that the API key could see. */
                            complete: boolean;
                        };
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "rotate-key": {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request, such as a UUID: 1 to 255 visible ASCII characters, optionally in double quotes (a Structured Fields string). Repeating the request within 24 hours with the same path, query and body returns the first response and has no further effect. Use the same API key, or one with the same permissions; a response that shows a secret is repeated only to the same API key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                key_id: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ApiKeyRotation"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedApiKey"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedInUser"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Signed out";
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-owners": {
        parameters: {
            query?: {
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Owner"][];
                        next_page_id: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "create-owner": {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request, such as a UUID: 1 to 255 visible ASCII characters, optionally in double quotes (a Structured Fields string). Repeating the request within 24 hours with the same path, query and body returns the first response and has no further effect. Use the same API key, or one with the same permissions; a response that shows a secret is repeated only to the same API key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnerCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedOwner"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-owner": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                owner_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Owner"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "delete-owner": {
        parameters: {
            query: {
                /** @description The ID of the owner, again. */
                confirm: string;
                /** @description Whether to keep the usage ledger and the audit log, which record what the owner has cost and who did what. The ID cannot be used again while they are kept, or for a year after they are deleted. */
                records?: "keep" | "delete";
            };
            header?: never;
            path: {
                owner_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Owner"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "update-owner": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object that you read. If it has changed since, the request fails with 412 and changes nothing. Without this header the change is always made. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                owner_id: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnerUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Owner"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "create-owner-key": {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request, such as a UUID: 1 to 255 visible ASCII characters, optionally in double quotes (a Structured Fields string). Repeating the request within 24 hours with the same path, query and body returns the first response and has no further effect. Use the same API key, or one with the same permissions; a response that shows a secret is repeated only to the same API key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                owner_id: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ApiKeyCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentLimits"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-organization-budgets": {
        parameters: {
            query?: {
                users_page?: number;
                users_per_page?: number;
                /** @description Part of a member's name or email address. Case is ignored. */
                users_search?: string;
                /** @description Only members with, or without, a limit of their own. */
                users_status?: "limited" | "unlimited";
            };
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationBudgets"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "update-organization-budgets": {
        parameters: {
            query?: {
                users_page?: number;
                users_per_page?: number;
                /** @description Part of a member's name or email address. Case is ignored. */
                users_search?: string;
                /** @description Only members with, or without, a limit of their own. */
                users_status?: "limited" | "unlimited";
            };
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationBudgetsUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationBudgets"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "put-budget-override": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                user_id: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationBudgetOverride"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationBudgetUser"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "delete-budget-override": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-member-finances": {
        parameters: {
            query?: {
                /** @description How many members to skip: the `next_page_id` of the previous page. */
                page_id?: number;
                limit?: number;
                /** @description Part of the email address. Case is ignored. */
                email?: string;
            };
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationMemberFinances"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-audit": {
        parameters: {
            query?: {
                /** @description Inclusive. */
                from?: string;
                /** @description Exclusive. */
                to?: string;
                action?: string;
                key_id?: string;
                /** @description The id of a person: what they did signed in, and by their API keys. */
                user_id?: string;
                /** @description The id of an affected object. */
                resource?: string;
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["AuditEntry"][];
                        next_page_id: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "authorize-device": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A form or JSON in UTF-8 of 8192 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["DeviceAuthorizationRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceAuthorization"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-device-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A form or JSON in UTF-8 of 8192 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["DeviceTokenRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceToken"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "show-device-page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": string;
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-device-request": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceRequest"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "verify-device": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A form or JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["DeviceVerification"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecidedDevice"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-automation-health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ok" | "error";
                        message: string;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-automation-sdk-version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sdk_version: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-llm-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        key: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-llm-key-permitted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        permitted: boolean;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "search-skills": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: unknown[];
                        next_page_id: null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-onboarding-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        should_complete_onboarding: boolean;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "search-installations": {
        parameters: {
            query: {
                provider: components["schemas"]["ProviderType"];
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: string[];
                        next_page_id: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "search-repositories": {
        parameters: {
            query: {
                provider: components["schemas"]["ProviderType"];
                query?: string;
                /** @description Lists only repositories of this installation. A search with `query` is not limited to it. */
                installation_id?: string;
                sort_order?: "stars-desc" | "stars-asc" | "forks-desc" | "forks-asc" | "updated-desc" | "updated-asc";
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["GitRepository"][];
                        next_page_id: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "search-branches": {
        parameters: {
            query: {
                provider: components["schemas"]["ProviderType"];
                /** @description Owner and name of a repository, with a slash between them. GitLab nests groups (`group/subgroup/name`), and Azure DevOps names organization, project and repository (a space is `%20`, and a percent sign `%25`). */
                repository: string & (unknown & unknown);
                query?: string;
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["GitBranch"][];
                        next_page_id: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "search-suggested-tasks": {
        parameters: {
            query?: {
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["SuggestedGitTask"][];
                        next_page_id: string | null;
                        failures: components["schemas"]["GitProviderFailure"][];
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-git-organizations": {
        parameters: {
            query?: {
                provider?: components["schemas"]["ProviderType"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        provider: components["schemas"]["ProviderType"] | null;
                        organizations: string[];
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-web-client-config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebClientConfig"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-saas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        saas: boolean;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "search-models": {
        parameters: {
            query?: {
                page_id?: string;
                limit?: number;
                query?: string;
                verified__eq?: boolean;
                provider__eq?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["LanguageModel"][];
                        next_page_id: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "search-providers": {
        parameters: {
            query?: {
                page_id?: string;
                limit?: number;
                query?: string;
                verified__eq?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ModelProvider"][];
                        next_page_id: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-git-info": {
        parameters: {
            query?: {
                provider?: components["schemas"]["ProviderType"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GitUser"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-organizations": {
        parameters: {
            query?: {
                /** @description How many organizations to skip: the `next_page_id` of the previous page. */
                page_id?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Organization"][];
                        next_page_id: string | null;
                        current_org_id: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-organization": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationDetails"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "update-organization": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object that you read. If it has changed since, the request fails with 412 and changes nothing. Without this header the change is always made. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationDetails"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-organization-member": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationMember"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "find-organization-member": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationMember"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "remove-member": {
        parameters: {
            query?: {
                /** @description What happens to the member's API keys. */
                keys?: "keep" | "revoke";
                /** @description What happens to the session keys of sandboxes. `rotate` requires `keys=revoke`. */
                session_keys?: "keep" | "rotate";
            };
            header?: never;
            path: {
                org_id: string;
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Member removed";
                        /** @description With `keys=revoke`. */
                        keys: {
                            /** @description The number of API keys that this request marked as revoked. */
                            revoked: number;
                            /** @description Whether all keys are marked. */
                            complete: boolean;
                        } | null;
                        /** @description With `session_keys=rotate`. */
                        session_keys: {
                            /** @description The number of sandboxes whose session key this request rotated. */
                            rotated: number;
                            /** @description Whether the member has seen no session key that works. */
                            complete: boolean;
                        } | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "update-member": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                user_id: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrgMemberUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrgMember"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-organization-profiles": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileList"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-members": {
        parameters: {
            query?: {
                /** @description How many members to skip: the `next_page_id` of the previous page. */
                page_id?: number;
                limit?: number;
                /** @description Part of the email address. Case is ignored. */
                email?: string;
            };
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["OrgMember"][];
                        current_page: number;
                        per_page: number;
                        next_page_id: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "count-members": {
        parameters: {
            query?: {
                /** @description Part of the email address. Case is ignored. */
                email?: string;
            };
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": number;
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "end-member-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "switch-organization": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChosenOrganization"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-invitations": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingInvitations"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "invite-members": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchInvitation"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "revoke-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                invitation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "open-invitation": {
        parameters: {
            query?: {
                /** @description Links from the command line have it in the fragment instead. */
                token?: string & (unknown & unknown);
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": string;
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "accept-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationAcceptance"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedInvitation"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "update-settings": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object that you read. If it has changed since, the request fails with 412 and changes nothing. Without this header the change is always made. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettingsUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Settings stored";
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-agent-settings-schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsSchema"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-conversation-settings-schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsSchema"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-organization-settings": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationSettings"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "update-organization-settings": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object that you read. If it has changed since, the request fails with 412 and changes nothing. Without this header the change is always made. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationSettingsUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationSettings"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-organization-models": {
        parameters: {
            query?: {
                /** @description Default: the caller's organization. */
                org_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationSettings"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "update-organization-models": {
        parameters: {
            query?: {
                /** @description Default: the caller's organization. */
                org_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationSettingsUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationSettings"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-organization-app": {
        parameters: {
            query?: {
                /** @description Default: the caller's organization. */
                org_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationAppSettings"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "update-organization-app": {
        parameters: {
            query?: {
                /** @description Default: the caller's organization. */
                org_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationAppSettingsUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationAppSettings"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-user-app": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserAppSettings"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "update-user-app": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserAppSettingsUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserAppSettings"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileList"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-profile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "save-profile": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object that you read. If it has changed since, the request fails with 412 and changes nothing. Without this header the change is always made. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                name: string & (unknown & unknown);
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SaveProfileRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileChanged"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "delete-profile": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object that you read. If it has changed since, the request fails with 412 and changes nothing. Without this header the change is always made. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                name: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileChanged"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "activate-profile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileActivated"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "rename-profile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string & (unknown & unknown);
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": {
                    new_name: string & (unknown & unknown);
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileChanged"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-organization-profile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                name: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationProfile"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "save-organization-profile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                name: string & (unknown & unknown);
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SaveProfileRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileChanged"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "delete-organization-profile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                name: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileChanged"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "activate-organization-profile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                name: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationProfileActivated"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "rename-organization-profile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                name: string & (unknown & unknown);
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": {
                    new_name: string & (unknown & unknown);
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileChanged"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-provider-connections": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        connections: components["schemas"]["ProviderConnection"][];
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "create-provider-connection": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProviderConnectionCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderConnection"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "delete-provider-connection": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                connection_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderConnection"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "update-provider-connection": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                connection_id: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProviderConnectionUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderConnection"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-agent-profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentProfileList"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-agent-profile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentProfile"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "save-agent-profile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string & (unknown & unknown);
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentProfileInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentProfileChanged"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "delete-agent-profile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentProfileChanged"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "rename-agent-profile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string & (unknown & unknown);
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": {
                    new_name: string & (unknown & unknown);
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentProfileChanged"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "activate-agent-profile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentProfileActivated"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "search-secrets": {
        parameters: {
            query?: {
                name__contains?: string;
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["CustomSecret"][];
                        next_page_id: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "create-secret": {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request, such as a UUID: 1 to 255 visible ASCII characters, optionally in double quotes (a Structured Fields string). Repeating the request within 24 hours with the same path, query and body returns the first response and has no further effect. Use the same API key, or one with the same permissions; a response that shows a secret is repeated only to the same API key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomSecretCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        message: "Secret created successfully";
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "update-secret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                secret_id: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomSecretUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        message: "Secret updated successfully";
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "delete-secret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                secret_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        message: "Secret deleted successfully";
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "add-git-providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["GitProviders"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        message: "Git providers stored";
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "remove-git-providers": {
        parameters: {
            query?: {
                provider?: components["schemas"]["ProviderType"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        message: "Unset Git provider tokens";
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-sandbox-secrets": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sandbox_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxSecrets"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-sandbox-secret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sandbox_id: string & (unknown & unknown);
                secret_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-webhook-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-prebuilds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Prebuild"][];
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "create-prebuild": {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request, such as a UUID: 1 to 255 visible ASCII characters, optionally in double quotes (a Structured Fields string). Repeating the request within 24 hours with the same path, query and body returns the first response and has no further effect. Use the same API key, or one with the same permissions; a response that shows a secret is repeated only to the same API key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Owner and name of a repository, with a slash between them. GitLab nests groups (`group/subgroup/name`), and Azure DevOps names organization, project and repository (a space is `%20`, and a percent sign `%25`). */
                    repository: string & (unknown & unknown);
                    /**
                     * @description Default: the only provider for which you have a token, or else GitHub.
                     * @default null
                     */
                    git_provider?: components["schemas"]["ProviderType"] | null;
                    /**
                     * @description The name of a branch or tag. Default: the default branch.
                     * @default null
                     */
                    branch?: (string & (unknown & unknown)) | null;
                    /** @default null */
                    sandbox_spec_id?: string | null;
                    /** @default never */
                    refresh?: components["schemas"]["PrebuildRefresh"];
                    /**
                     * @description Whether `.openhands/setup.sh` also runs at each start. Without it, the script runs again only if it has changed since the build.
                     * @default false
                     */
                    setup_on_start?: boolean;
                    /**
                     * @description The size of the sandboxes of builds. Null: that of the spec. Starts choose their own size, with at least the disk of the build.
                     * @default null
                     */
                    resources?: components["schemas"]["ResourcesRequest"] | null;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrebuildWithSecret"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-prebuild": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                prebuild_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Prebuild"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "delete-prebuild": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                prebuild_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "update-prebuild": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object that you read. If it has changed since, the request fails with 412 and changes nothing. Without this header the change is always made. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                prebuild_id: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": {
                    refresh?: components["schemas"]["PrebuildRefresh"];
                    /** @description Whether `.openhands/setup.sh` also runs at each start. Without it, the script runs again only if it has changed since the build. */
                    setup_on_start?: boolean;
                    /** @description The size of the sandboxes of builds. Null: that of the spec. Starts choose their own size, with at least the disk of the build. */
                    resources?: components["schemas"]["ResourcesRequest"] | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Prebuild"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "request-prebuild-build": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                prebuild_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Prebuild"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "rotate-prebuild-secret": {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique value for this request, such as a UUID: 1 to 255 visible ASCII characters, optionally in double quotes (a Structured Fields string). Repeating the request within 24 hours with the same path, query and body returns the first response and has no further effect. Use the same API key, or one with the same permissions; a response that shows a secret is repeated only to the same API key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                prebuild_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrebuildWithSecret"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "receive-push": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                prebuild_id: string;
            };
            cookie?: never;
        };
        /** @description JSON of 1048576 bytes at most (larger bodies fail with 413). */
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Whether the event asked for a build.
                         * @enum {string}
                         */
                        build: "requested" | "none";
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-usage": {
        parameters: {
            query?: {
                from?: string;
                to?: string;
                group_by?: "day" | "sandbox" | "conversation" | "key" | "member" | "spec" | "model";
                /** @description Splits each group, for example each day by spec. Must differ from `group_by`. */
                split_by?: "day" | "sandbox" | "conversation" | "key" | "member" | "spec" | "model";
                format?: "json" | "csv";
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageReport"];
                    "text/csv; charset=utf-8": string;
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-overview": {
        parameters: {
            query?: {
                /** @description Starts since this time. Default: the beginning of the day (UTC) seven days ago. */
                starts_from?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Overview"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-announcements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Announcement"][];
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "create-announcement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnnouncementCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Announcement"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "delete-announcement": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                announcement_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-operator-overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorOverview"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-current-user": {
        parameters: {
            query?: {
                expose_secrets?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserInfo"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "call-mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 1048576 bytes at most (larger bodies fail with 413). At most 24 levels of nesting and 20000 members and elements. Numbers other than 0 must be between 1e-120 and 9007199254740991 in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character. No member can be named `__proto__`, or `prototype` inside `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["McpMessage"] | components["schemas"]["McpMessage"][];
            };
        };
        responses: {
            /** @description A streamed response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpAnswer"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "create-chat-completion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 5242880 bytes at most (larger bodies fail with 413). At most 64 levels of nesting and 500000 members and elements. Members named `__proto__` are left out. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChatCompletionRequest"];
            };
        };
        responses: {
            /** @description A streamed response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelAnswer"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "create-model-response": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 5242880 bytes at most (larger bodies fail with 413). At most 64 levels of nesting and 500000 members and elements. Members named `__proto__` are left out. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ModelResponseRequest"];
            };
        };
        responses: {
            /** @description A streamed response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelAnswer"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "create-embeddings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 5242880 bytes at most (larger bodies fail with 413). At most 64 levels of nesting and 500000 members and elements. Members named `__proto__` are left out. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmbeddingsRequest"];
            };
        };
        responses: {
            /** @description A streamed response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelAnswer"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "create-anthropic-message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 5242880 bytes at most (larger bodies fail with 413). At most 64 levels of nesting and 500000 members and elements. Members named `__proto__` are left out. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnthropicMessageRequest"];
            };
        };
        responses: {
            /** @description A streamed response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelAnswer"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-model-calls": {
        parameters: {
            query?: {
                conversation_id?: string;
                sandbox_id?: string & (unknown & unknown);
                status?: components["schemas"]["ModelCallStatus"];
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ModelCall"][];
                        next_page_id: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-alive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "OK";
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ready";
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-server-info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerInfo"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-openapi": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-migration-guide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": string;
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
}

/** The paths whose POST may be sent again under one Idempotency-Key. */
export const idempotentPaths: readonly string[] = [
  "/api/v1/app-conversations",
  "/api/v1/app-conversations/stream-start",
  "/api/v1/app-conversations/{conversation_id}/fork",
  "/api/organizations/{org_id}/conversations/{conversation_id}/stop",
  "/api/v1/app-conversations/{conversation_id}/send-message",
  "/api/v1/conversations/{conversation_id}/pending-messages",
  "/api/v1/webhook-endpoints",
  "/api/v1/webhook-endpoints/{endpoint_id}/rotate-secret",
  "/api/v1/sandboxes",
  "/api/v1/sandboxes/{sandbox_id}/pause",
  "/api/v1/sandboxes/{sandbox_id}/resume",
  "/api/v1/sandboxes/{sandbox_id}/rotate-session-key",
  "/api/v1/sandboxes/{sandbox_id}/ports",
  "/api/v1/sandboxes/{sandbox_id}/fork",
  "/api/v1/sandboxes/{sandbox_id}/restore",
  "/api/v1/sandboxes/{sandbox_id}/snapshots",
  "/api/v1/sandboxes/{sandbox_id}/commands",
  "/api/v1/sandbox-specs",
  "/api/keys",
  "/api/keys/{key_id}/rotate",
  "/api/v1/owners",
  "/api/v1/owners/{owner_id}/keys",
  "/api/v1/secrets",
  "/api/v1/prebuilds",
  "/api/v1/prebuilds/{prebuild_id}/rotate-secret",
];

/** The scope that each operation asks of an API key. Others take any key, or none. */
export const requiredScopes = {
  "POST /api/v1/app-conversations": "conversations:write",
  "GET /api/v1/app-conversations": "conversations:read",
  "POST /api/v1/app-conversations/stream-start": "conversations:write",
  "POST /api/v1/app-conversations/{conversation_id}/fork": "conversations:write",
  "GET /api/v1/app-conversations/search": "conversations:read",
  "GET /api/v1/app-conversations/count": "conversations:read",
  "GET /api/v1/app-conversations/{conversation_id}": "conversations:read",
  "DELETE /api/v1/app-conversations/{conversation_id}": "conversations:write",
  "PATCH /api/v1/app-conversations/{conversation_id}": "conversations:write",
  "GET /api/v1/app-conversations/start-tasks": "conversations:read",
  "GET /api/v1/app-conversations/start-tasks/search": "conversations:read",
  "GET /api/v1/app-conversations/start-tasks/count": "conversations:read",
  "GET /api/organizations/{org_id}/conversations": "conversations:read",
  "GET /api/organizations/{org_id}/conversations/{conversation_id}": "conversations:read",
  "POST /api/organizations/{org_id}/conversations/{conversation_id}/stop": "conversations:write",
  "GET /api/organizations/{org_id}/conversations/export": "conversations:read",
  "GET /api/organizations/{org_id}/conversations/stats": "usage:read",
  "GET /api/organizations/{org_id}/conversations/usage-stats": "usage:read",
  "GET /api/organizations/{org_id}/conversations/user-usage": "usage:read",
  "POST /api/v1/app-conversations/{conversation_id}/send-message": "conversations:write",
  "POST /api/v1/conversations/{conversation_id}/pending-messages": "conversations:write",
  "GET /api/v1/conversations/{conversation_id}/pending-messages": "conversations:read",
  "POST /api/v1/uploads/{upload_id}/parts": "conversations:write",
  "GET /api/v1/app-conversations/{conversation_id}/file": "conversations:read",
  "GET /api/v1/app-conversations/{conversation_id}/files": "conversations:read",
  "GET /api/v1/app-conversations/{conversation_id}/git/changes": "conversations:read",
  "GET /api/v1/app-conversations/{conversation_id}/git/diff": "conversations:read",
  "GET /api/v1/app-conversations/{conversation_id}/skills": "conversations:read",
  "GET /api/v1/app-conversations/{conversation_id}/hooks": "conversations:read",
  "POST /api/v1/app-conversations/{conversation_id}/switch_profile": "conversations:write",
  "POST /api/v1/app-conversations/{conversation_id}/switch_acp_model": "conversations:write",
  "GET /api/v1/conversation/{conversation_id}/events/search": "conversations:read",
  "GET /api/v1/conversation/{conversation_id}/events/count": "conversations:read",
  "GET /api/v1/conversation/{conversation_id}/events": "conversations:read",
  "GET /api/v1/events/search": "conversations:read",
  "GET /api/v1/events/count": "conversations:read",
  "GET /api/v1/events": "conversations:read",
  "GET /api/v1/app-conversations/{conversation_id}/download": "conversations:read",
  "PUT /api/v1/app-conversations/{conversation_id}/shared-files": "sandboxes:files",
  "GET /api/v1/alerts": "webhooks:read",
  "PATCH /api/v1/alerts": "webhooks:write",
  "PATCH /api/v1/alerts/own": "conversations:read",
  "POST /api/v1/webhook-endpoints": "webhooks:write",
  "GET /api/v1/webhook-endpoints": "webhooks:read",
  "GET /api/v1/webhook-endpoints/{endpoint_id}": "webhooks:read",
  "PATCH /api/v1/webhook-endpoints/{endpoint_id}": "webhooks:write",
  "DELETE /api/v1/webhook-endpoints/{endpoint_id}": "webhooks:write",
  "POST /api/v1/webhook-endpoints/{endpoint_id}/rotate-secret": "webhooks:write",
  "POST /api/v1/webhook-endpoints/{endpoint_id}/ping": "webhooks:write",
  "GET /api/v1/webhook-endpoints/{endpoint_id}/messages": "webhooks:read",
  "GET /api/v1/webhook-endpoints/{endpoint_id}/messages/{message_id}": "webhooks:read",
  "POST /api/v1/webhook-endpoints/{endpoint_id}/messages/{message_id}/redeliver": "webhooks:write",
  "GET /api/v1/sandboxes/search": "sandboxes:read",
  "GET /api/v1/sandboxes": "sandboxes:read",
  "POST /api/v1/sandboxes": "sandboxes:write",
  "GET /api/v1/sandboxes/{sandbox_id}": "sandboxes:read",
  "PATCH /api/v1/sandboxes/{sandbox_id}": "sandboxes:write",
  "DELETE /api/v1/sandboxes/{sandbox_id}": "sandboxes:write",
  "POST /api/v1/sandboxes/{sandbox_id}/pause": "sandboxes:write",
  "POST /api/v1/sandboxes/{sandbox_id}/resume": "sandboxes:write",
  "POST /api/v1/sandboxes/{sandbox_id}/rotate-session-key": "sandboxes:write",
  "GET /api/v1/sandboxes/{sandbox_id}/ports": "sandboxes:read",
  "POST /api/v1/sandboxes/{sandbox_id}/ports": "sandboxes:write",
  "PATCH /api/v1/sandboxes/{sandbox_id}/ports/{port_id}": "sandboxes:write",
  "DELETE /api/v1/sandboxes/{sandbox_id}/ports/{port_id}": "sandboxes:write",
  "POST /api/v1/sandboxes/{sandbox_id}/ports/{port_id}/open-in-browser": "sandboxes:write",
  "GET /api/v1/sandboxes/{sandbox_id}/logs": "sandboxes:exec",
  "GET /api/v1/sandboxes/{sandbox_id}/measurements": "sandboxes:read",
  "GET /api/v1/sandboxes/{sandbox_id}/files": "sandboxes:files",
  "DELETE /api/v1/sandboxes/{sandbox_id}/files": "sandboxes:files",
  "GET /api/v1/sandboxes/{sandbox_id}/files/content": "sandboxes:files",
  "PUT /api/v1/sandboxes/{sandbox_id}/files/content": "sandboxes:files",
  "GET /api/v1/sandboxes/{sandbox_id}/files/archive": "sandboxes:files",
  "POST /api/v1/sandboxes/{sandbox_id}/files/move": "sandboxes:files",
  "POST /api/v1/sandboxes/{sandbox_id}/files/directories": "sandboxes:files",
  "GET /api/v1/snapshots/{snapshot_id}/files": "sandboxes:files",
  "GET /api/v1/snapshots/{snapshot_id}/files/content": "sandboxes:files",
  "GET /api/v1/snapshots/{snapshot_id}/files/archive": "sandboxes:files",
  "GET /api/v1/snapshots/{snapshot_id}/changes": "sandboxes:files",
  "POST /api/v1/sandboxes/{sandbox_id}/files/transfers": "sandboxes:files",
  "GET /api/v1/sandboxes/{sandbox_id}/files/transfers/{transfer_id}": "sandboxes:files",
  "DELETE /api/v1/sandboxes/{sandbox_id}/files/transfers/{transfer_id}": "sandboxes:files",
  "PUT /api/v1/sandboxes/{sandbox_id}/files/transfers/{transfer_id}/parts/{number}": "sandboxes:files",
  "POST /api/v1/sandboxes/{sandbox_id}/files/transfers/{transfer_id}/complete": "sandboxes:files",
  "GET /api/v1/sandbox-deletions": "sandboxes:read",
  "GET /api/v1/sandbox-deletions/{sandbox_id}": "sandboxes:read",
  "POST /api/v1/sandboxes/{sandbox_id}/fork": "sandboxes:write",
  "POST /api/v1/sandboxes/{sandbox_id}/restore": "sandboxes:write",
  "POST /api/v1/sandboxes/{sandbox_id}/snapshots": "sandboxes:write",
  "GET /api/v1/snapshots/search": "sandboxes:read",
  "GET /api/v1/snapshots/{snapshot_id}": "sandboxes:read",
  "PATCH /api/v1/snapshots/{snapshot_id}": "sandboxes:write",
  "DELETE /api/v1/snapshots/{snapshot_id}": "sandboxes:write",
  "GET /api/v1/snapshot-deletions": "sandboxes:read",
  "GET /api/v1/snapshot-deletions/{snapshot_id}": "sandboxes:read",
  "POST /api/v1/sandboxes/{sandbox_id}/commands": "sandboxes:exec",
  "GET /api/v1/sandboxes/{sandbox_id}/commands": "sandboxes:exec",
  "GET /api/v1/sandboxes/{sandbox_id}/commands/{command_id}": "sandboxes:exec",
  "GET /api/v1/sandboxes/{sandbox_id}/commands/{command_id}/output": "sandboxes:exec",
  "POST /api/v1/sandboxes/{sandbox_id}/commands/{command_id}/input": "sandboxes:exec",
  "POST /api/v1/sandboxes/{sandbox_id}/commands/{command_id}/resize": "sandboxes:exec",
  "POST /api/v1/sandboxes/{sandbox_id}/commands/{command_id}/stop": "sandboxes:exec",
  "GET /api/v1/sandbox-specs/search": "sandboxes:read",
  "GET /api/v1/sandbox-specs": "sandboxes:read",
  "POST /api/v1/sandbox-specs": "sandboxes:write",
  "GET /api/v1/sandbox-specs/{spec_id}": "sandboxes:read",
  "PATCH /api/v1/sandbox-specs/{spec_id}": "sandboxes:write",
  "DELETE /api/v1/sandbox-specs/{spec_id}": "sandboxes:write",
  "POST /api/v1/sandbox-specs/{spec_id}/check": "sandboxes:write",
  "GET /api/keys": "keys:read",
  "POST /api/keys": "keys:write",
  "GET /api/keys/{key_id}": "keys:read",
  "DELETE /api/keys/{key_id}": "keys:write",
  "POST /api/keys/{key_id}/rotate": "keys:write",
  "POST /api/v1/owners": "admin",
  "GET /api/v1/owners": "admin",
  "GET /api/v1/owners/{owner_id}": "admin",
  "PATCH /api/v1/owners/{owner_id}": "admin",
  "DELETE /api/v1/owners/{owner_id}": "admin",
  "POST /api/v1/owners/{owner_id}/keys": "admin",
  "GET /api/organizations/{org_id}/budgets": "usage:read",
  "PATCH /api/organizations/{org_id}/budgets": "admin",
  "PUT /api/organizations/{org_id}/budgets/overrides/{user_id}": "members:write",
  "DELETE /api/organizations/{org_id}/budgets/overrides/{user_id}": "members:write",
  "GET /api/organizations/{org_id}/members/financial": "usage:read",
  "GET /api/v1/audit": "audit:read",
  "GET /oauth/device/requests/{user_code}": "keys:write",
  "POST /oauth/device/verify-authenticated": "keys:write",
  "GET /api/v1/git/installations/search": "conversations:read",
  "GET /api/v1/git/repositories/search": "conversations:read",
  "GET /api/v1/git/branches/search": "conversations:read",
  "GET /api/v1/git/suggested-tasks/search": "conversations:read",
  "GET /api/v1/users/git-organizations": "settings:read",
  "GET /api/v1/users/git-info": "settings:read",
  "GET /api/organizations/{org_id}": "settings:read",
  "PATCH /api/organizations/{org_id}": "settings:write",
  "PATCH /api/organizations/{org_id}/members/{user_id}": "members:write",
  "DELETE /api/organizations/{org_id}/members/{user_id}": "members:write",
  "GET /api/organizations/{org_id}/profiles": "settings:read",
  "GET /api/organizations/{org_id}/members": "members:read",
  "GET /api/organizations/{org_id}/members/count": "members:read",
  "DELETE /api/organizations/{org_id}/members/{user_id}/sessions": "members:write",
  "POST /api/organizations/{org_id}/members/invite": "members:write",
  "GET /api/organizations/{org_id}/members/invite": "members:read",
  "DELETE /api/organizations/{org_id}/members/invite/{invitation_id}": "members:write",
  "GET /api/v1/settings": "settings:read",
  "POST /api/v1/settings": "settings:write",
  "GET /api/organizations/{org_id}/settings": "settings:read",
  "PATCH /api/organizations/{org_id}/settings": "settings:write",
  "GET /api/organizations/llm": "settings:read",
  "POST /api/organizations/llm": "settings:write",
  "GET /api/organizations/app": "settings:read",
  "POST /api/organizations/app": "settings:write",
  "GET /api/users/app": "settings:read",
  "POST /api/users/app": "settings:write",
  "GET /api/v1/settings/profiles": "settings:read",
  "GET /api/v1/settings/profiles/{name}": "settings:read",
  "POST /api/v1/settings/profiles/{name}": "settings:write",
  "DELETE /api/v1/settings/profiles/{name}": "settings:write",
  "POST /api/v1/settings/profiles/{name}/activate": "settings:write",
  "POST /api/v1/settings/profiles/{name}/rename": "settings:write",
  "GET /api/organizations/{org_id}/profiles/{name}": "settings:read",
  "POST /api/organizations/{org_id}/profiles/{name}": "settings:write",
  "DELETE /api/organizations/{org_id}/profiles/{name}": "settings:write",
  "POST /api/organizations/{org_id}/profiles/{name}/activate": "settings:write",
  "POST /api/organizations/{org_id}/profiles/{name}/rename": "settings:write",
  "GET /api/organizations/{org_id}/provider-connections": "settings:read",
  "POST /api/organizations/{org_id}/provider-connections": "settings:write",
  "PATCH /api/organizations/{org_id}/provider-connections/{connection_id}": "settings:write",
  "DELETE /api/organizations/{org_id}/provider-connections/{connection_id}": "settings:write",
  "GET /api/agent-profiles": "settings:read",
  "GET /api/agent-profiles/{name}": "settings:read",
  "POST /api/agent-profiles/{name}": "settings:write",
  "DELETE /api/agent-profiles/{name}": "settings:write",
  "POST /api/agent-profiles/{name}/rename": "settings:write",
  "POST /api/agent-profiles/{name}/activate": "settings:write",
  "GET /api/v1/secrets/search": "settings:read",
  "POST /api/v1/secrets": "settings:write",
  "PUT /api/v1/secrets/{secret_id}": "settings:write",
  "DELETE /api/v1/secrets/{secret_id}": "settings:write",
  "POST /api/v1/secrets/git-providers": "settings:write",
  "DELETE /api/v1/secrets/git-providers": "settings:write",
  "POST /api/v1/prebuilds": "sandboxes:write",
  "GET /api/v1/prebuilds": "sandboxes:read",
  "GET /api/v1/prebuilds/{prebuild_id}": "sandboxes:read",
  "PATCH /api/v1/prebuilds/{prebuild_id}": "sandboxes:write",
  "DELETE /api/v1/prebuilds/{prebuild_id}": "sandboxes:write",
  "POST /api/v1/prebuilds/{prebuild_id}/build": "sandboxes:write",
  "POST /api/v1/prebuilds/{prebuild_id}/rotate-secret": "sandboxes:write",
  "GET /api/v1/usage": "usage:read",
  "POST /api/v1/announcements": "admin",
  "DELETE /api/v1/announcements/{announcement_id}": "admin",
  "GET /api/v1/operator/overview": "admin",
  "GET /api/v1/users/me": "settings:read",
  "GET /api/v1/model-calls": "usage:read",
} as const;
