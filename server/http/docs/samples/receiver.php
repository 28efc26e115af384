<?php
function is_from_haat(string $secret, array $headers, string $body): bool {
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $signed = "{$headers['webhook-id']}.{$headers['webhook-timestamp']}.$body";
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
    $fresh = abs(time() - (int) $headers['webhook-timestamp']) < 300;
    $matches = array_map(fn ($each) => hash_equals($expected, $each), explode(' ', $headers['webhook-signature']));
    return $fresh && in_array(true, $matches);
}

$body = file_get_contents('php://input');
$secret = getenv('WEBHOOK_SECRET');
if (!$secret || !is_from_haat($secret, array_change_key_case(getallheaders()), $body)) {
    http_response_code(401);
    exit;
}
$event = json_decode($body, true);
if ($event['event'] === 'order.created') error_log($event['order_id']); // store it, unless you have it
